import Basics
import HTTPModel

/// The status of a call (https://grpc.io/docs/guides/status-codes).
package struct GRPCStatus: Hashable, Sendable {
  /// The standard status codes.
  package enum Code: Int, Hashable, Sendable, CaseIterable {
    case ok = 0
    case cancelled, unknown, invalidArgument, deadlineExceeded, notFound, alreadyExists, permissionDenied
    case resourceExhausted, failedPrecondition, aborted, outOfRange, unimplemented, `internal`, unavailable, dataLoss
    case unauthenticated

    /// The name in gRPC's documentation, such as `NOT_FOUND`.
    package var name: String { Self.names[rawValue] }

    private static let names = [
      "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
      "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
      "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]
  }

  /// The number as sent; it may be unknown.
  package var number: Int
  /// The server's message, or a standard one.
  package var message: String

  /// A status, by default a success.
  package init(_ code: Code = .ok, _ message: String = "") { self.init(number: code.rawValue, message) }

  /// A status with that number.
  package init(number: Int, _ message: String = "") {
    self.number = number
    self.message = message
  }

  /// `nil` for an unknown number.
  package var code: Code? { Code(rawValue: number) }

  /// The name, such as `NOT_FOUND`, or `code 42`.
  package var name: String { code?.name ?? "code \(number)" }

  /// The status for an answer without its own, derived from the HTTP status (gRPC's http-grpc-status-mapping.md).
  init(http status: Int) {
    let code: Code =
      switch status {
      case 400: .internal
      case 401: .unauthenticated
      case 403: .permissionDenied
      case 404: .unimplemented
      case 429, 502, 503, 504: .unavailable
      default: .unknown
      }
    self.init(code, "the answer is HTTP status \(status), not gRPC")
  }

  /// The status in trailers, or in a head without a body; `nil` without one.
  init?(_ fields: Headers) {
    guard let text = fields["grpc-status"] else { return nil }
    // An invalid number counts as a missing one (gRPC's PROTOCOL-HTTP2.md).
    let number = Int(text).flatMap { $0 < 0 ? nil : $0 } ?? Code.unknown.rawValue
    self.init(number: number, PercentEncoding.decodedText(fields["grpc-message"] ?? ""))
  }
}

/// A violation of gRPC by the server, or an exceeded limit, as the status that ends the call.
struct GRPCFault: Error, Hashable {
  let status: GRPCStatus

  init(_ code: GRPCStatus.Code, _ words: String) { status = GRPCStatus(code, words) }
}
