import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension NetworkError {
  /// What Foundation says about a transfer, in our categories. FoundationNetworking has one code for several failures;
  /// those are `other`, with its words.
  init(transport error: any Error, request: String) {
    let code = (error as? URLError)?.code
    let (category, message): (Category, String) =
      switch code {
      case .timedOut?: (.idleTimeout, "No answer in time")
      case .cannotFindHost?, .dnsLookupFailed?: (.resolve, "The host was not found")
      case .cannotConnectToHost?: (.connect, "No connection to the host")
      case .networkConnectionLost?: (.truncated, "The connection ended too early")
      case .cancelled?: (.cancelled, "Cancelled")
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
        .serverCertificateNotYetValid?, .serverCertificateHasUnknownRoot?, .clientCertificateRejected?,
        .clientCertificateRequired?:
        (.tls, "No secure connection")
      case .badServerResponse?, .cannotParseResponse?, .cannotDecodeContentData?, .cannotDecodeRawData?:
        (.malformed, "The answer cannot be read")
      case .badURL?, .unsupportedURL?: (.url, "The URL cannot be used")
      default: (.other, "The transfer failed")
      }
    self.init(category, message, detail: error.localizedDescription, request: request)
  }
}
