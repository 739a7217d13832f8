import TestSupport

/// From an empty folder to a collection, a login, its token in a second request, an environment, a secret and a cURL
/// command, guided only by the screen.
struct NewcomerWalk {
  enum Step {
    /// One key, after the screen has offered it.
    case press(String, offer: String, see: String)
    /// Text for a field that shows the caret.
    case type(String, see: String? = nil)
    case gone(String)
  }

  let steps: [Step]

  /// Issues numbered tokens.
  static func server() throws -> AnsweringServer {
    let numbers = NumberingServer.Numbers()
    return try AnsweringServer { request in
      guard request.target == "/login" else {
        let city = request.target.contains("licence") ? "Visby" : "Uppsala"
        return Answer.json("{\"name\": \"Ada\", \"city\": \"\(city)\"}")
      }
      return Answer.json("{\"token\": \"token-\(numbers.next())\"}")
    }
  }

  /// - Parameter url: the address of the server.
  init(_ url: String) {
    steps = [
      .type(#"POST \#(url)/login {"name":"ada","pin":"{{$randomInt}}"}"#),
      .press("\r", offer: "Enter send", see: #""token": "token-1""#),
      .press("\u{13}", offer: "^S save", see: "in the new collection"),
      .press("\r", offer: "Enter save", see: "Saved as login"),

      .press("\t", offer: "Tab next pane", see: ". use value"),
      .press("\u{1B}OB", offer: "1/3", see: "2/3"),
      .press(".", offer: ". use value", see: "Use it in another request"),
      .type("use", see: "{{login | $.token}}"),
      .press("\r", offer: "Enter choose", see: "Where in New request"),
      .press("\r", offer: "▌Auth Bearer token", see: "^Z undoes it"),
      .type("\(url)/me"),
      .press("\r", offer: "Enter send", see: #""city": "Uppsala""#),
      .press("\u{13}", offer: "^S save", see: "Enter save"),
      .press("\r", offer: "› me", see: "Saved as me"),

      .press("e", offer: "no environment ▾", see: "Name of the new environment"),
      .type("local", see: "local"),
      .press("\r", offer: "Enter create", see: "local ▾"),
      .type("licence", see: "licence"),
      .press("\r", offer: "Enter next", see: "licence"),
      .type("hush-4711", see: "hush-4711"),
      .press("\u{14}", offer: "^T secret", see: "^T not secret"),
      .press("\u{1B}", offer: "Esc done", see: "••••"),
      .press("\u{1B}", offer: "Esc close", see: "local ▾"),
      .gone("••••"),

      .press("\u{0C}", offer: "^L URL", see: "Enter send"),
      .type("?licence={{licence}}", see: "={{licence}}"),
      .press("\r", offer: "Enter send", see: "send the secret local/licence"),
      .press("y", offer: "y allow", see: #""city": "Visby""#),
      .press("\u{13}", offer: "^S save", see: "Saved"),
      .press("y", offer: "y copy", see: "secrets masked"),
      .press("\r", offer: "Enter choose", see: "Copied"),
    ]
  }

  /// The number of keys that are not text.
  var keys: Int { steps.count { if case .press = $0 { true } else { false } } }
}
