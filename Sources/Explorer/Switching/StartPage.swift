/// What a folder without a collection offers besides the smart line.
package struct StartPage: Equatable, Sendable {
  /// A way to go on, chosen with the arrows and Enter, or by a click.
  struct Choice: Equatable, Sendable {
    enum Deed: Equatable, Sendable {
      case open(paths: [String])
      /// Performs the command of that name.
      case command(String)
    }

    var title: String
    var detail = ""
    var deed: Deed
  }

  /// So many of the folders opened before are listed.
  package static let mostRecent = 5

  let choices: [Choice]
  /// Those opened before, which follow the choices.
  var recent: [RecentWorkspace]
  /// The choice under the cursor; `nil` while the smart line has the keys.
  var cursor: Int?

  /// - Parameter demo: the path of the demo workspace, if it is installed.
  init(recent: [RecentWorkspace], demo: String?) {
    self.recent = recent
    var choices = [
      Choice(
        title: "Import a file", detail: "Postman, OpenAPI, Insomnia, Bruno, HAR, .http, Hurl",
        deed: .command("import")),
      Choice(title: "Open another folder", deed: .command("openWorkspace")),
      Choice(title: "All keys", deed: .command("help")),
    ]
    if let demo {
      let choice = Choice(
        title: "Look around in the demo", detail: "requests against a small local API",
        deed: .open(paths: [demo]))
      choices.insert(choice, at: 1)
    }
    self.choices = choices
  }

  /// What the row with that number does.
  func deed(at row: Int) -> Choice.Deed? {
    if choices.indices.contains(row) { return choices[row].deed }
    let row = row - choices.count
    return recent.indices.contains(row) ? .open(paths: recent[row].paths) : nil
  }
}
