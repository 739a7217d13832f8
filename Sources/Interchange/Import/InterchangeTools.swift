package import SessionModel

extension ForeignFormats {
  /// All formats of this module.
  package static let all = ForeignFormats(InterchangeTools.self)
}

private enum InterchangeTools: ForeignTools {
  static var languages: [CodeLanguage] { CodeLanguage.all }

  static func holdsRequests(_ text: String) -> Bool { CurlImport.recognizes(text) }

  static func requests(in text: String) -> PastedCommands {
    let result = CurlImport.read(text)
    return PastedCommands(
      requests: result.requests.map(\.request), notices: result.notices, losses: result.lossNotices,
      whole: result.whole)
  }

  static func calls(in text: String) -> PastedCommands? {
    guard GRPCurlImport.opens(text) else { return nil }
    let result = GRPCurlImport.read(text)
    return PastedCommands(requests: result.requests, notices: result.notices, losses: result.notices)
  }
}
