extension AppState {
  /// Why a command about the answer cannot be done now; `nil` when it can.
  func refusalInResponse(of command: Command) -> String? {
    switch command {
    case .compare, .compareWith:
      return session?.response.exchange == nil ? "No answer to compare yet: ^R sends the request" : nil
    case .saveBody, .pipe, .openExternally:
      return session?.response.exchange?.body == nil ? "No answer with a body yet" : nil
    case .ignoreDifference, .showIgnored:
      if case .comparison? = session?.response.look { return nil }
      return "Only in a comparison: d opens one"
    default: return nil
    }
  }
}
