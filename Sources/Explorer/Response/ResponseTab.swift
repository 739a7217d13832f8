/// The tabs of the response pane, in order.
package enum ResponseTab: String, CaseIterable, Hashable, Sendable {
  case body = "Body"
  case headers = "Headers"
  case timing = "Timing"
  case cookies = "Cookies"
  case tests = "Tests"
  case sent = "Sent"
  /// Only where a secure connection was wanted.
  case tls = "TLS"
}
