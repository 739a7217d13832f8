import Basics
import Networking
import Terminal
import Workspaces

/// What the response pane says where there is no answer: what happened in one line, the transport's words, what to do.
struct FailurePage: Equatable {
  var headline: String
  var detail: String?
  var advice: String?
  var choices: [FailureChoice]
  /// Whose waterfall stands below.
  var exchange: Exchange?
  /// Whether the user ended the send, which is no failure.
  var isQuiet = false

  /// `nil` where the pane shows something else.
  init?(_ pane: ResponsePane, given: ResponseFeature.Surroundings) {
    switch pane.phase {
    case .finished(let exchange):
      guard let failure = exchange.failure, pane.tab == .body, pane.body == nil, pane.conversation == nil,
        pane.look == nil
      else { return nil }
      headline = failure.message
      choices = [.sendAgain]
      self.exchange = exchange
      isQuiet = failure.category == .cancelled
      if isQuiet { return }
      detail = failure.detail == failure.message ? nil : failure.detail
      advice = given.keys.filled(FailureAdvice.next(failure, given))
      let demo = Self.demo(exchange, failure, given)
      choices = demo + Self.trust(exchange, failure, given) + Self.choices(for: failure, given) + choices
    case .refused(let refusal):
      headline = "Not sent: \(refusal.message)"
      choices = Self.choices(for: refusal, given) + [.sendAgain]
    case .empty:
      guard given.fault != nil, let path = given.key.path else { return nil }
      headline = "Nothing can be sent: the file cannot be read."
      choices = [.open(path, "Open \(path.split(separator: "/").last ?? "it") in $EDITOR")]
    case .sending: return nil
    }
  }

  private static func choices(
    for refusal: Refusal, _ given: ResponseFeature.Surroundings
  ) -> [FailureChoice] {
    let variable = refusal.variable.map { FailureChoice.define($0, inEnvironment: given.environmentName) }
    let title =
      switch refusal.field {
      case .url: "Edit the URL"
      case .method: "Choose the method"
      case .auth: "Edit the authentication"
      case .body, .bodyRow: "Edit the body"
      case .param: "Edit the parameter"
      case .header: "Edit the header"
      case .other: ""
      }
    return [variable, title.isEmpty ? nil : .edit(refusal.field, title)].compactMap(\.self)
  }

  private static func choices(
    for failure: NetworkError, _ given: ResponseFeature.Surroundings
  ) -> [FailureChoice] {
    let address = [FailureChoice.edit(.url, "Edit the URL"), origin(given)].compactMap(\.self)
    switch failure.category {
    case .connect where failure.isOfProxy, .proxy:
      return given.hasProxy ? collectionFile(given, "Open the proxy setting of the collection in $EDITOR") : []
    case .connect, .resolve, .connectTimeout: return address
    case .url: return [.edit(.url, "Edit the URL")]
    case .totalTimeout: return [.setting("timeout", "Raise the timeout")]
    case .tooManyRedirects: return [.setting("maxRedirects", "Raise the number of redirects")]
    case .refusedRedirect where failure.detail == nil:
      return [.setting("forwardAuthorizationHeader", "Let credentials follow redirects")]
    case .bodyTooLarge: return [.setting("maximumBodySize", "Raise the limit of the body")]
    case .tls where failure.identityFault != nil:
      return collectionFile(given, "Open the client certificates of the collection in $EDITOR")
    case .tls where [.changed, .revoked].contains(failure.trustFault): return address
    case .tls where failure.trustFault == .revocation: return []
    case .tls where failure.trustFault != nil:
      let isUnknown = failure.trustFault == .authority
      return (failure.trustFault == .host ? address : []) + (isUnknown ? authorities(given) : []) + unverified(given)
    case .tls where [.noTLS, .name].contains(failure.handshakeFault): return address
    case .tls where failure.handshakeFault == .versionRefused || failure.handshakeFault == .noVersion:
      let isLimited = given.draft.settings.maximumTLS != nil || given.draft.settings.minimumTLS != nil
      return isLimited ? [.setting("maxTls", "Change the versions of TLS to speak")] : []
    // The file that was chosen may be none.
    case .tls where failure.unusableTrustFile == .authorities && given.hasAuthorities: return authorities(given)
    case .truncated, .malformed: return [.showSent]
    default: return []
    }
  }

  /// The demo API would answer there, if it were running.
  private static func demo(
    _ exchange: Exchange, _ failure: NetworkError, _ given: ResponseFeature.Surroundings
  ) -> [FailureChoice] {
    guard failure.category == .connect, !failure.isOfProxy, let port = given.demoPort, let url = exchange.finalURL
    else { return [] }
    let parts = URLParts(url)
    let isThere = parts.port == port && ["127.0.0.1", "localhost"].contains(parts.comparableHost)
    return isThere ? [.startDemo(port: port)] : []
  }

  /// A certificate that only lacks somebody to vouch for it can be trusted by the user, as one that took the place of
  /// such can.
  private static func trust(
    _ exchange: Exchange, _ failure: NetworkError, _ given: ResponseFeature.Surroundings
  ) -> [FailureChoice] {
    guard [.authority, .changed].contains(failure.trustFault), let url = exchange.finalURL,
      let server = TrustedCertificate.server(of: url)
    else { return [] }
    let isWritten = given.environment != nil && !given.isOlder && given.collection != nil
    return [.trust(url, server, keptIn: isWritten ? "this environment" : "your own list")]
  }

  private static func authorities(_ given: ResponseFeature.Surroundings) -> [FailureChoice] {
    VariableSpan.host(of: given.draft, in: given.variables).map { [.chooseAuthorities($0)] } ?? []
  }

  /// The variable that the address comes from, where it can be changed here.
  private static func origin(_ given: ResponseFeature.Surroundings) -> FailureChoice? {
    guard let entry = given.addressVariable else { return nil }
    switch entry.origin {
    case .environment: return .change(entry.name, entry.origin, place: "in its table of variables")
    case .request: return .change(entry.name, entry.origin, place: "in the Vars tab")
    default: return nil
    }
  }

  private static func collectionFile(
    _ given: ResponseFeature.Surroundings, _ title: String
  ) -> [FailureChoice] {
    guard let folder = given.collection, !given.isOlder else { return [] }
    return [.open("\(folder)/opencollection.yml", title)]
  }

  /// No request can hold that its server is not to be verified; the command line can be told so for one send.
  private static func unverified(_ given: ResponseFeature.Surroundings) -> [FailureChoice] {
    guard let path = given.key.path, given.draft == given.saved else { return [] }
    let environment = given.environmentName.map { ["--env", $0] } ?? []
    let words = (["apus", "send", "-k", path] + environment).map { ShellQuoting.word($0) }
    return [.copy(words.joined(separator: " "), "Copy a command that sends it without verifying (-k)")]
  }
}

extension ResponseFeature.Surroundings {
  /// The first variable of the URL, which is most often its host.
  var addressVariable: VariableTable.Entry? {
    guard let start = draft.url.firstRange(of: "{{"), let variables else { return nil }
    let name = String(draft.url[start.upperBound...].prefix { $0 != "}" }).trimmed
    return variables.entries.first { $0.name == name }
  }
}
