// Does nothing. It depends on apus and apus-demo, so that one build makes both, and is no part of either: whatever depends
// on a program is linked with it, and apus should not carry a server.
