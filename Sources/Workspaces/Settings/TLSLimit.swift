import Networking

/// A version of TLS that a request's file can ask for.
package enum TLSLimit: String, Hashable, Sendable, CaseIterable {
  case tls12 = "1.2"
  case tls13 = "1.3"

  var version: TransferOptions.TLSVersion {
    switch self {
    case .tls12: .tls12
    case .tls13: .tls13
    }
  }
}
