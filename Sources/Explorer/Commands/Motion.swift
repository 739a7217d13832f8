/// Where a key moves in a pane, whatever the pane shows.
public enum Motion: Hashable, Sendable {
  case up, down, left, right
  case pageUp, pageDown
  case top, bottom
}
