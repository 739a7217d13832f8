import Basics
import HTTPTypes

/// Checks a response: accepts it, replaces it, fails it or asks for a retry.
public struct Validator: Sendable {
  /// The result of a validator.
  public enum Verdict: Sendable {
    /// Accepted; the next validator runs.
    case next
    /// Accepted; the next validator gets this response instead.
    case nextWith(Response)
    /// Ends the call with this error.
    case fail(NetworkError)
    /// Sends the request again, within the limits of `ExecutionConfig.retry`.
    case retry(RetryStrategy)

    /// Lets it read as a call: `.next(with: response)`.
    public static func next(with response: Response) -> Verdict { .nextWith(response) }
  }

  /// Checks a response; `attempt` counts from 1.
  public let judge: @Sendable (_ response: Response, _ attempt: Int) async throws -> Verdict

  /// A validator from a closure; an error it throws ends the call.
  public init(_ judge: @escaping @Sendable (_ response: Response, _ attempt: Int) async throws -> Verdict) {
    self.judge = judge
  }

  /// Fails statuses outside `range` with category `status`.
  public static func status(_ range: ClosedRange<Int> = 200...299) -> Validator {
    Validator { response, _ in
      guard !range.contains(response.status.code) else { return .next }
      return .fail(response.statusError)
    }
  }

  /// Fails an empty body if the status promises one.
  public static let body = Validator { response, _ in
    let isBodiless = response.status.code == 204 || response.status.code == 304 || response.request.method == .head
    guard response.body.count == 0, !isBodiless else { return .next }
    return .fail(NetworkError(.decoding, "The body of \(response.request.url) is empty", response: response))
  }
}

extension Response {
  /// `GET URL answered 404 Not Found`, category `status`.
  public var statusError: NetworkError {
    NetworkError(
      .status, "\(request.summary) answered \(status.code) \(status.reasonPhrase)", request: request, response: self)
  }
}
