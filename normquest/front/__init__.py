"""What every front end shares: menus, how text is set, what a log folds to, the debrief. No terminal here."""
