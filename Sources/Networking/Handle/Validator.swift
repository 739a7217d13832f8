import Basics
public import Essentials
import HTTPModel
public import HTTPTypes

/// Checks a response: accepts it, replaces it, fails it or asks for a retry.
public struct Validator: Sendable {
  /// The result of a validator.
  public enum Verdict: Sendable {
    /// Accepted; the next validator runs.
    case next
    /// Accepted; the next validator gets this response.
    case nextWith(Response)
    /// Ends the call with this error.
    case fail(NetworkError)
    /// Sends the request again, within the limits of `ExecutionConfig.retry`, or once under `.never`. A method that is not
    /// idempotent is sent again only if the policy includes unsafe methods; otherwise the call fails.
    case retry(RetryPolicy.Strategy)

    /// Allows the spelling `.next(with: response)`.
    public static func next(with response: Response) -> Verdict { .nextWith(response) }
  }

  /// Checks a response; `attempt` counts from 1.
  package let judge: @Sendable (_ response: Response, _ attempt: Int) async throws -> Verdict

  /// A validator from a closure. An error that it throws ends the call: a `NetworkError` as it is, any other as the
  /// `underlying` of one of category `status`.
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

  /// Fails an empty body if the status requires one.
  public static let body = Validator { response, _ in
    let isBodiless = response.status.code == 204 || response.status.code == 304 || response.request.method == .head
    guard response.body.count == 0, !isBodiless else { return .next }
    return .fail(NetworkError(.decoding, "The body of \(response.request.url) is empty", response: response))
  }
}

extension Response {
  /// `GET URL answered 404 Not Found`, category `status`.
  package var statusError: NetworkError {
    NetworkError(
      .status, "\(request.line) answered \(head.words)", request: request, response: self)
  }
}

/// A rejected response with the backend's own error model, decoded from its body.
public struct BackendError<Model: Decodable & Sendable>: Error, Sendable, CustomStringConvertible {
  /// The complete response.
  public let response: Response
  /// `nil` if the body does not decode as the model; `decodingFailure` says why.
  public let model: Model?
  /// The reason why the body does not decode as a `Model`; `nil` if it does.
  public let decodingFailure: NetworkError?

  /// The status of the response.
  public var status: HTTPResponse.Status { response.status }

  /// The status error, followed by the model.
  public var description: String {
    response.statusError.description + (model.map { ": \($0)" } ?? "")
  }
}

extension BackendError: LocalizedError {
  /// `description`.
  public var errorDescription: String? { description }
}

extension Response {
  /// Rejects every status that is not a success. The same as `require(.success)`.
  /// - Throws: `NetworkError` of category `status` with the response head.
  @discardableResult
  public func validate() throws(NetworkError) -> Response {
    guard ClosedRange.success.contains(status.code) else { throw statusError }
    return self
  }

  /// Returns the response, for chaining, if its status is accepted.
  /// - Throws: `NetworkError` of category `status` with the response head.
  @discardableResult
  public func require(_ statuses: ClosedRange<Int>) throws(NetworkError) -> Response {
    if statuses == .success { return try validate() }
    guard statuses.contains(status.code) else {
      var error = statusError
      let (first, last) = (statuses.lowerBound, statuses.upperBound)
      error.detail = first == last ? "wanted \(first)" : "wanted \(first) to \(last)"
      throw error
    }
    return self
  }

  /// Returns the response if its status is accepted; otherwise decodes the body as `model`.
  /// - Throws: `BackendError` with the response, and the model if the body decodes.
  @discardableResult
  public func require<Model: Decodable & Sendable>(
    _ statuses: ClosedRange<Int> = .success, or model: Model.Type, config: DecodingConfig = DecodingConfig()
  ) throws(BackendError<Model>) -> Response {
    guard !statuses.contains(status.code) else { return self }
    let decoded = Result { () throws(NetworkError) -> Model in try decode(Model.self, config: config) }
    switch decoded {
    case .success(let value): throw BackendError(response: self, model: value, decodingFailure: nil)
    case .failure(let error): throw BackendError(response: self, model: nil, decodingFailure: error)
    }
  }
}

extension ClosedRange<Int> {
  /// The statuses of a success, 200 to 299, for `require(_:)` and `Validator.status(_:)`.
  public static var success: ClosedRange<Int> { 200...299 }
}
