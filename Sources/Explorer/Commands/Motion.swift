/// Where a key moves in a pane, whatever the pane shows.
enum Motion: Sendable {
  case up, down, left, right
  case pageUp, pageDown
  case top, bottom
}
