/// A cursor motion, independent of the content of the pane.
package enum Motion: Hashable, Sendable {
  case up, down, left, right
  case pageUp, pageDown
  case top, bottom
}
