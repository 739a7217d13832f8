import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension NetworkError {
  /// Maps Foundation's errors to our categories. FoundationNetworking uses one code for several failures; those become
  /// `other`, with its message.
  init(transport error: any Error, request: Request) {
    let code = (error as? URLError)?.code
    let (category, message): (Category, String) =
      switch code {
      case .timedOut?: (.idleTimeout, "No response in time")
      case .cannotFindHost?, .dnsLookupFailed?: (.resolve, "The host was not found")
      case .cannotConnectToHost?: (.connect, "No connection to the host")
      case .networkConnectionLost?: (.truncated, "The connection closed early")
      case .cancelled?: (.cancelled, "Cancelled")
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
        .serverCertificateNotYetValid?, .serverCertificateHasUnknownRoot?, .clientCertificateRejected?,
        .clientCertificateRequired?:
        (.tls, "No secure connection")
      case .badServerResponse?, .cannotParseResponse?, .cannotDecodeContentData?, .cannotDecodeRawData?:
        (.malformed, "The response cannot be parsed")
      case .badURL?, .unsupportedURL?: (.url, "The URL cannot be used")
      default: (.other, "The transfer failed")
      }
    self.init(category, message, detail: error.localizedDescription, request: request, underlying: error)
  }
}
