import Basics
package import HTTPModel
import Terminal
import Workspaces

/// The response pane's page without an answer: what happened in one line, the transport's message, and what to do.
struct FailurePage: Equatable {
  var headline: String
  var detail: String?
  var advice: String?
  var choices: [FailureChoice]
  /// The exchange whose waterfall is shown below.
  var exchange: Exchange?
  /// True if the user cancelled the send, which is not a failure.
  var isQuiet = false

  /// Returns `nil` if the pane shows something else.
  init?(_ pane: ResponsePane, for subject: ResponseSubject) {
    switch pane.phase {
    case .finished(let exchange):
      guard let failure = exchange.failure, pane.tab == .body, pane.body == nil, pane.conversation == nil,
        pane.derivedView == nil
      else { return nil }
      headline = failure.message
      choices = [.sendAgain]
      self.exchange = exchange
      isQuiet = failure.category == .cancelled
      if isQuiet { return }
      detail = failure.detail == failure.message ? nil : failure.detail
      advice = subject.keys.filled(FailureAdvice.next(failure, address: pane.addressVariable, subject))
      let demo = Self.demo(exchange, failure, subject)
      let others = Self.choices(for: failure, address: pane.addressVariable, subject)
      choices = demo + Self.trust(exchange, failure, subject) + others + choices
    case .refused(let refusal):
      headline = "Not sent: \(refusal.message)"
      choices = Self.choices(for: refusal, subject) + [.sendAgain]
    case .empty:
      guard subject.session.fault != nil, let path = subject.key.path else { return nil }
      headline = "Nothing can be sent: the file cannot be read."
      choices = [.open(path, "Open \(path.split(separator: "/").last ?? "it") in $EDITOR")]
    case .sending: return nil
    }
  }

  private static func choices(
    for refusal: Refusal, _ subject: ResponseSubject
  ) -> [FailureChoice] {
    let environments = subject.app.environment
    if refusal.field == .other, let name = environments.chosen, environments.unreadable.contains(name) {
      let file = environments.faults[name].map {
        FailureChoice.open($0.path, "Open the file of environment \(name) in $EDITOR")
      }
      return [file, .chooseEnvironment].compactMap(\.self)
    }
    let variable = refusal.variable.map { FailureChoice.define($0, inEnvironment: subject.environmentName) }
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
    for failure: NetworkError, address variable: VariableTable.Entry?, _ subject: ResponseSubject
  ) -> [FailureChoice] {
    let address = [FailureChoice.edit(.url, "Edit the URL"), variable.flatMap(change)].compactMap(\.self)
    switch failure.category {
    case .connect where failure.isOfProxy, .proxy:
      if subject.session.proxy == nil { return [] }
      return collectionFile(subject, "Open the collection's proxy setting in $EDITOR")
    case .connect, .resolve, .connectTimeout: return address
    case .url: return [.edit(.url, "Edit the URL")]
    case .totalTimeout: return [.setting("timeout", "Raise the timeout")]
    case .tooManyRedirects where failure.isRedirectLoop: return []
    case .tooManyRedirects: return [.setting("maxRedirects", "Allow more redirects")]
    case .refusedRedirect where failure.detail == nil:
      return [.setting("forwardAuthorizationHeader", "Forward credentials on redirects")]
    case .bodyTooLarge: return [.setting("maximumBodySize", "Raise the body size limit")]
    case .tls where failure.identityFault != nil:
      return collectionFile(subject, "Open the collection's client certificates in $EDITOR")
    case .tls where [.changed, .revoked].contains(failure.trustFault): return address
    case .tls where failure.trustFault == .revocation: return []
    case .tls where failure.trustFault != nil:
      let isUnknown = failure.trustFault == .authority
      return (failure.trustFault == .host ? address : []) + (isUnknown ? authorities(subject) : [])
        + unverified(subject)
    case .tls where [.noTLS, .name].contains(failure.handshakeFault): return address
    case .tls where failure.handshakeFault == .versionRefused || failure.handshakeFault == .noVersion:
      let isLimited = subject.draft.settings.maximumTLS != nil || subject.draft.settings.minimumTLS != nil
      return isLimited ? [.setting("maxTls", "Change the TLS versions")] : []
    // The chosen file may not contain authorities.
    case .tls where failure.unusableTrustFile == .authorities && subject.hasAuthorities: return authorities(subject)
    case .malformed where failure.isUndecodable:
      return [.setting("acceptCompression", "Request it without compression"), .showSent]
    case .truncated, .malformed: return [.showSent]
    default: return []
    }
  }

  /// Offers to start the demo API if the address is the demo's.
  private static func demo(
    _ exchange: Exchange, _ failure: NetworkError, _ subject: ResponseSubject
  ) -> [FailureChoice] {
    guard failure.category == .connect, !failure.isOfProxy, let port = subject.app.program.demoPort,
      let url = exchange.finalURL
    else { return [] }
    let parts = URLParts(url)
    let isThere = parts.port == port && ["127.0.0.1", "localhost"].contains(parts.comparableHost)
    return isThere ? [.startDemo(port: port)] : []
  }

  /// Offers to trust a certificate whose only fault is an unknown issuer, or one that replaced such a trusted
  /// certificate.
  private static func trust(
    _ exchange: Exchange, _ failure: NetworkError, _ subject: ResponseSubject
  ) -> [FailureChoice] {
    guard [.authority, .changed].contains(failure.trustFault), let url = exchange.finalURL,
      let server = TransferOptions.TrustedCertificate.server(of: url)
    else { return [] }
    let isWritten = subject.environment != nil && !subject.session.isOlder && subject.session.collection != nil
    return [.trust(url, server, keptIn: isWritten ? "this environment" : "your own list")]
  }

  private static func authorities(_ subject: ResponseSubject) -> [FailureChoice] {
    VariableSpan.host(of: subject.draft, in: subject.variables).map { [.chooseAuthorities($0)] } ?? []
  }

  /// Offers to change the variable that the address came from, if it can be changed here.
  private static func change(_ entry: VariableTable.Entry) -> FailureChoice? {
    switch entry.origin {
    case .environment: return .change(entry.name, entry.origin, place: "in its table of variables")
    case .request: return .change(entry.name, entry.origin, place: "in the Vars tab")
    default: return nil
    }
  }

  private static func collectionFile(
    _ subject: ResponseSubject, _ title: String
  ) -> [FailureChoice] {
    guard let folder = subject.session.collection, !subject.session.isOlder else { return [] }
    return [.open("\(folder)/opencollection.yml", title)]
  }

  /// Offers a command line that skips verification for one send, because a request cannot store that.
  private static func unverified(_ subject: ResponseSubject) -> [FailureChoice] {
    guard let path = subject.key.path, subject.draft == subject.session.saved else { return [] }
    let environment = subject.environmentName.map { ["--env", $0] } ?? []
    let words = (["apus", "send", "-k", path] + environment).map { ShellQuoting.word($0) }
    return [.copy(words.joined(separator: " "), "Copy a command that sends it without verifying (-k)")]
  }
}

extension RequestSession {
  /// The first variable of the URL, which is most often its host.
  var addressVariable: VariableTable.Entry? {
    guard let start = draft.url.firstRange(of: "{{"), let variables else { return nil }
    let name = String(draft.url[start.upperBound...].prefix { $0 != "}" }).trimmed
    return variables.entries.first { $0.name == name }
  }
}

/// An action offered after a failure, on the key of its command.
struct FailureChoice: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case editField(Refusal.Field)
    /// Asks for the value of a variable, to set in the active environment, else in the request.
    case define(String, inEnvironment: String?)
    /// Goes to the definition of the variable, in that environment or where it is now.
    case changeVariable(String, inEnvironment: String?)
    /// Goes to a setting in the Options tab.
    case setting(String)
    case openFile(String)
    case copy(String, label: String)
    /// Asks for a file of certificate authorities for this host and port.
    case chooseAuthorities(host: String)
    /// Inspects the certificate of the server at this URL and asks whether to trust it.
    case trust(url: String)
    case startDemo
    /// Runs the command, which does not depend on the failure.
    case command
  }

  var command: String
  var title: String
  /// The effect of the choice, shown at the right of its row.
  var effect: String
  var action: Action

  static func edit(_ field: Refusal.Field, _ title: String) -> Self {
    Self(command: "failureField", title: title, effect: place(of: field), action: .editField(field))
  }

  private static func place(of field: Refusal.Field) -> String {
    switch field {
    case .method: "in the URL line"
    case .auth: "in the Auth tab"
    case .body, .bodyRow: "in the Body tab"
    case .param: "in the Params tab"
    case .header: "in the Headers tab"
    case .url, .other: ""
    }
  }

  static func define(_ name: String, inEnvironment environment: String?) -> Self {
    let place = environment.map { "in environment \($0)" } ?? "in this request"
    return Self(
      command: "failureVariable", title: "Define \(name) \(place)",
      effect: environment == nil ? "in the Vars tab" : "asks for its value",
      action: .define(name, inEnvironment: environment))
  }

  static func change(_ name: String, _ origin: VariableTable.Origin, place: String) -> Self {
    let environment = if case .environment(let name) = origin { name } else { String?.none }
    return Self(
      command: "failureVariable", title: "Change \(name) in \(origin.words)", effect: place,
      action: .changeVariable(name, inEnvironment: environment))
  }

  static func setting(_ key: String, _ title: String) -> Self {
    Self(command: "failureSetting", title: title, effect: "in the Options tab", action: .setting(key))
  }

  static func open(_ path: String, _ title: String) -> Self {
    Self(command: "failureFile", title: title, effect: "reloaded afterwards", action: .openFile(path))
  }

  static func copy(_ text: String, _ title: String) -> Self {
    Self(
      command: "failureCommand", title: title, effect: "for a shell", action: .copy(text, label: "a command"))
  }

  static func chooseAuthorities(_ host: String) -> Self {
    Self(
      command: "failureAuthorities", title: "Choose a CA file to trust for \(host)",
      effect: "until Apus quits", action: .chooseAuthorities(host: host))
  }

  /// - Parameter place: where the trust is stored.
  static func trust(_ url: String, _ server: String, keptIn place: String) -> Self {
    Self(
      command: "failureTrust", title: "Trust this certificate for \(server)", effect: "kept in \(place)",
      action: .trust(url: url))
  }

  static func startDemo(port: Int) -> Self {
    Self(command: "failureDemo", title: "Start the demo API", effect: "on port \(port)", action: .startDemo)
  }

  static let showSent = Self(
    command: "tab6", title: "See what was sent", effect: "in the Sent tab", action: .command)
  static let chooseEnvironment = Self(
    command: "chooseEnvironment", title: "Choose another environment", effect: "", action: .command)
  static let sendAgain = Self(command: "send", title: "Send it again", effect: "", action: .command)
}

/// The certificate that a server presents, for the user to judge.
package struct CertificateOffer: Equatable, Sendable {
  package var trusted: TransferOptions.TrustedCertificate
  package var certificate: Connection.Certificate

  package init(_ certificate: Connection.Certificate, of server: String) {
    self.certificate = certificate
    trusted = TransferOptions.TrustedCertificate(host: server, sha256: certificate.sha256)
  }

  /// The maximum columns of a name; otherwise a server could push the certificate's identification off the screen.
  private static let widest = 150

  /// The facts about the certificate. Names come from the server, so they are last, and only the first line of a fact
  /// is not indented, so that no name can pass for another fact.
  var lines: [String] {
    let isOwn = certificate.issuer == certificate.subject
    let names = certificate.alternativeNames.joined(separator: ", ")
    return [
      "Server", "  \(trusted.host)", "SHA-256", "  " + Self.grouped(trusted.sha256), "Valid",
      "  from \(Self.shown(certificate.notBefore))", "  until \(Self.shown(certificate.notAfter))", "Subject",
      "  " + Self.shown(certificate.subject), "Signed by", "  " + (isOwn ? "itself" : Self.shown(certificate.issuer)),
    ] + (names.isEmpty ? [] : ["For", "  " + Self.shown(names)])
  }

  private static func shown(_ text: String) -> String {
    text.isEmpty ? "(empty)" : Truncation.end.applied(to: text, columns: widest)
  }

  /// Splits digits into groups of four, which are easier to compare.
  private static func grouped(_ digits: String) -> String {
    let all = Array(digits)
    return stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
      .joined(separator: " ")
  }
}
