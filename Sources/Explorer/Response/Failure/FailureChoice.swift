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
  /// What it leads to, at the right of its row.
  var effect: String
  var deed: Deed

  static func edit(_ field: Refusal.Field, _ title: String) -> Self {
    Self(command: "failureField", title: title, effect: place(of: field), deed: .editField(field))
  }

  private static func place(of field: Refusal.Field) -> String {
    switch field {
    case .url, .method: "in the URL line"
    case .auth: "in the Auth tab"
    case .body, .bodyRow: "in the Body tab"
    case .param: "in the Params tab"
    case .header: "in the Headers tab"
    case .other: ""
    }
  }

  static func define(_ name: String, inEnvironment environment: String?) -> Self {
    let place = environment.map { "in environment \($0)" } ?? "in this request"
    return Self(
      command: "failureVariable", title: "Define \(name) \(place)",
      effect: environment == nil ? "in the Vars tab" : "asks for its value",
      deed: .define(name, inEnvironment: environment))
  }

  static func change(_ name: String, _ origin: VariableTable.Origin, place: String) -> Self {
    Self(
      command: "failureVariable", title: "Change \(name) in \(origin.words)", effect: place,
      deed: .changeVariable(name))
  }

  static func setting(_ key: String, _ title: String) -> Self {
    Self(command: "failureSetting", title: title, effect: "in the Options tab", deed: .setting(key))
  }

  static func open(_ path: String, _ title: String) -> Self {
    Self(command: "failureFile", title: title, effect: "read again after that", deed: .openFile(path))
  }

  static func copy(_ text: String, _ title: String) -> Self {
    Self(
      command: "failureCommand", title: title, effect: "for a shell", deed: .copy(text, label: "a command"))
  }

  static func chooseAuthorities(_ host: String) -> Self {
    Self(
      command: "failureAuthorities", title: "Choose a file of certificate authorities to trust for \(host)",
      effect: "until Apus ends", deed: .chooseAuthorities(host: host))
  }

  /// - Parameter place: where it is kept.
  static func trust(_ url: String, _ server: String, keptIn place: String) -> Self {
    Self(
      command: "failureTrust", title: "Trust this certificate for \(server)", effect: "kept in \(place)",
      deed: .trust(url: url))
  }

  static func startDemo(port: Int) -> Self {
    Self(command: "failureDemo", title: "Start the demo API", effect: "on port \(port)", deed: .startDemo)
  }

  static let showSent = Self(
    command: "tab6", title: "See what was sent", effect: "in the Sent tab", deed: .command)
  static let sendAgain = Self(command: "send", title: "Send it again", effect: "", deed: .command)
}
