"""One newcomer in one community, from arrival to debrief; pure, without I/O."""
