import HTTPTypes

/// Which statuses are welcome.
public struct StatusRequirement: Hashable, Sendable, CustomStringConvertible {
  public let range: ClosedRange<Int>
  public let description: String

  public init(_ range: ClosedRange<Int>, _ description: String? = nil) {
    self.range = range
    self.description = description ?? "\(range.lowerBound) to \(range.upperBound)"
  }

  /// 200 to 299.
  public static let success = StatusRequirement(200...299, "success")
  /// 200 to 399.
  public static let successOrRedirection = StatusRequirement(200...399, "success or redirection")

  /// That status and no other.
  public static func status(_ status: HTTPResponse.Status) -> StatusRequirement {
    StatusRequirement(status.code...status.code, "\(status.code)")
  }
}

/// An answer that says in its body what went wrong. The status is never hidden behind the model.
public struct BackendError<Model: Decodable & Sendable>: Error, Sendable, CustomStringConvertible {
  public let response: Response
  /// `nil` when the body is not such a model; `decodingFailure` says why.
  public let model: Model?
  public let decodingFailure: NetworkError?

  public var status: HTTPResponse.Status { response.status }

  public var description: String {
    response.statusError.description + (model.map { ": \($0)" } ?? "")
  }
}

extension Response {
  /// Refuses every status that is not success. The same as `require(.success)`.
  /// - Throws: `NetworkError` of category `status` with the head.
  @discardableResult
  public func validate() throws(NetworkError) -> Response {
    try require(.success)
  }

  /// The response itself, for the next step of a chain, where its status is welcome.
  /// - Throws: `NetworkError` of category `status` with the head.
  @discardableResult
  public func require(_ requirement: StatusRequirement) throws(NetworkError) -> Response {
    guard requirement.range.contains(status.code) else {
      var error = statusError
      if requirement != .success { error.detail = "wanted \(requirement)" }
      throw error
    }
    return self
  }

  /// The same, with the backend's own words: where the status is not welcome the body is decoded as `model`.
  @discardableResult
  public func require<Model: Decodable & Sendable>(
    _ requirement: StatusRequirement = .success, or model: Model.Type, config: DecodingConfig = DecodingConfig()
  ) throws(BackendError<Model>) -> Response {
    guard !requirement.range.contains(status.code) else { return self }
    let decoded = Result { () throws(NetworkError) -> Model in try decode(Model.self, config: config) }
    switch decoded {
    case .success(let value): throw BackendError(response: self, model: value, decodingFailure: nil)
    case .failure(let error): throw BackendError(response: self, model: nil, decodingFailure: error)
    }
  }
}
