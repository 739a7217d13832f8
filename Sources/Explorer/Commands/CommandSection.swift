/// The sections of help and palette, in order.
package enum CommandSection: String, CaseIterable, Hashable, Sendable {
  case request = "Request"
  case going = "Moving around"
  case editing = "Editing"
  case reading = "Reading"
  case environments = "Environments"
  case window = "Window"
}
