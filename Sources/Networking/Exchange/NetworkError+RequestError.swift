extension NetworkError {
  /// The same failure as a client error, of category `url` or `encoding`.
  public init(_ error: RequestError) {
    let category: Category =
      switch error {
      case .url, .missingPathParameter, .template: .url
      case .file: .storage
      default: .encoding
      }
    self.init(category, error.description, underlying: error.cause ?? error)
  }
}
