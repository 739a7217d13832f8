/// The tabs of the response pane, in order.
package enum ResponseTab: String, CaseIterable, Hashable, Sendable {
  /// Only where the answer holds many.
  case messages = "Messages"
  /// Only where the messages are parts of a text.
  case joined = "Joined"
  case body = "Body"
  case headers = "Headers"
  case timing = "Timing"
  case cookies = "Cookies"
  case tests = "Tests"
  case sent = "Sent"
  /// Only where a secure connection was wanted.
  case tls = "TLS"
}
