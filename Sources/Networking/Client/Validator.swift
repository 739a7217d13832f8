import HTTPTypes

/// Judges a response: accepts it, replaces it, fails it or asks for a retry.
public struct Validator: Sendable {
  /// What a validator makes of a response.
  public enum Verdict: Sendable {
    /// No objection; the next validator looks.
    case next
    /// No objection; the next validator looks at this response instead.
    case nextWith(Response)
    /// Ends the call with this error.
    case fail(NetworkError)
    /// Sends the request again, as far as `ExecutionConfig.retry` allows.
    case retry(RetryStrategy)

    /// Spelled as a call: `.next(with: response)`.
    public static func next(with response: Response) -> Verdict { .nextWith(response) }
  }

  /// `attempt` counts from 1.
  public let judge: @Sendable (_ response: Response, _ attempt: Int) async throws -> Verdict

  /// A validator from a closure; an error that it throws ends the call.
  public init(_ judge: @escaping @Sendable (_ response: Response, _ attempt: Int) async throws -> Verdict) {
    self.judge = judge
  }

  /// Refuses statuses outside `range` with category `status`.
  public static func status(_ range: ClosedRange<Int> = 200...299) -> Validator {
    Validator { response, _ in
      guard !range.contains(response.status.code) else { return .next }
      return .fail(response.statusError)
    }
  }

  /// Refuses an empty body where the status promises one.
  public static let body = Validator { response, _ in
    let isBodiless = response.status.code == 204 || response.status.code == 304 || response.request.method == .head
    guard response.body.count == 0, !isBodiless else { return .next }
    return .fail(NetworkError(.decoding, "The body of \(response.request.url) is empty", response: response.head))
  }
}

extension Response {
  /// `GET URL answered 404 Not Found`, category `status`.
  public var statusError: NetworkError {
    let name = "\(request.method.rawValue) \(request.url)"
    return NetworkError(
      .status, "\(name) answered \(status.code) \(status.reasonPhrase)", request: name, response: head)
  }
}
