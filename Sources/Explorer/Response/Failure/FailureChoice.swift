import Terminal
import Workspaces

/// One thing to do about a failure, under the key of its command.
struct FailureChoice: Equatable, Sendable {
  enum Deed: Equatable, Sendable {
    /// The field that is wrong, opened to be typed in.
    case editField(Refusal.Field)
    /// A value is asked for, for a variable of this name: in the chosen environment, else in the request.
    case define(String, inEnvironment: String?)
    /// Where the variable gets its value.
    case changeVariable(String)
    /// The field of a setting in the Options tab.
    case setting(String)
    case openFile(String)
    case copy(String, label: String)
    /// A file of certificate authorities is asked for, for this host and port.
    case chooseAuthorities(host: String)
    /// The certificate of the server of this URL is looked at, and asked about.
    case trust(url: String)
    case startDemo
    /// Its command does it without knowing of the failure.
    case command
  }

  var command: String
  var title: String
  var deed: Deed

  static func edit(_ field: Refusal.Field, _ title: String) -> Self {
    Self(command: "failureField", title: title, deed: .editField(field))
  }

  static func define(_ name: String, inEnvironment environment: String?) -> Self {
    let place = environment.map { "in environment \($0)" } ?? "in this request"
    return Self(
      command: "failureVariable", title: "Define \(name) \(place)", deed: .define(name, inEnvironment: environment))
  }

  static func change(_ name: String, _ origin: VariableTable.Origin) -> Self {
    Self(command: "failureVariable", title: "Change \(name) in \(origin.words)", deed: .changeVariable(name))
  }

  static func setting(_ key: String, _ title: String) -> Self {
    Self(command: "failureSetting", title: title, deed: .setting(key))
  }

  static func open(_ path: String, _ title: String) -> Self {
    Self(command: "failureFile", title: title, deed: .openFile(path))
  }

  static func copy(_ text: String, _ title: String) -> Self {
    Self(command: "failureCommand", title: title, deed: .copy(text, label: "a command"))
  }

  static func chooseAuthorities(_ host: String) -> Self {
    Self(
      command: "failureAuthorities", title: "Choose a file of certificate authorities to trust for \(host)",
      deed: .chooseAuthorities(host: host))
  }

  static func trust(_ url: String, _ server: String) -> Self {
    Self(command: "failureTrust", title: "Trust this certificate for \(server)", deed: .trust(url: url))
  }

  static let startDemo = Self(command: "failureDemo", title: "Start the demo API", deed: .startDemo)
  static let showSent = Self(command: "tab5", title: "See what was sent", deed: .command)
  static let sendAgain = Self(command: "send", title: "Send it again", deed: .command)
}
