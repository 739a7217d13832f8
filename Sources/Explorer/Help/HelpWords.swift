import Basics
import Terminal
import Workspaces

/// The paragraph at the beginning of the help: where the user is.
extension AppState {
  /// The help for the focused place.
  var helpPage: HelpPage {
    let refused = commands.records.filter { $0.contexts.contains(context) }.compactMap { command in
      refusal(of: command).map { (command.name, $0) }
    }
    return HelpPage(
      place: helpPlace, about: keys.filled(aboutPlace), refusals: Dictionary(refused) { first, _ in first })
  }

  private var aboutPlace: String {
    if case .pane(let words, _) = helpPlace {
      return "You are \(words) of the server of the open request."
    }
    let request =
      session.map { " of \($0.draft.name.isEmpty ? "the new request" : VisibleText.of($0.draft.name))" } ?? ""
    return switch context {
    case .tree:
      "You are in the tree: collections, their folders and requests. \(key: "enter") opens what is under the cursor."
    case .url where startLayout != nil:
      "You are on the start page. Type a URL or paste a cURL command: \(key: "enter") sends it. "
        + "↓ goes to the choices below. While you type, letters are text: the keys below that are letters act elsewhere."
    case .url where session == nil: "No request is open. Choose one in the tree, or \(key: "openScratch") takes a URL."
    case .url:
      "You are on the URL line\(request). \(key: "enter") edits the URL. "
        + "The method is at its left, the button to send at its right."
    case .rows:
      "You are in a table\(request). A row has a name and a value, and its box switches it off. "
        + "\(key: "enter") edits the cell under the cursor."
    case .text:
      "You are in a text\(request). \(key: "enter") begins to edit it; "
        + "\(key: "leave") ends editing and keeps what you typed."
    case .fields: "You are in the fields of a tab\(request). \(key: "enter") edits a field or shows its choices."
    case .document:
      "You are in the answer\(request). The cursor is on a value, whose path is in the lower border. "
        + "\(key: "valueMenu") lists what can be done with it."
    case .facts: "You are in a list about the answer\(request). The tabs above it show the other parts."
    case .grid:
      "You are in a table, a comparison or a picture of the answer\(request). \(key: "leave") returns to the text."
    case .run:
      "You are on the page of a run: the requests of a folder, each with its result. \(key: "leave") goes back."
    case .history: "You are in the history: everything that was sent, the newest first. \(key: "leave") goes back."
    case .cookies: "You are in the stored cookies of this collection and environment. \(key: "leave") goes back."
    case .overlay: ""
    }
  }
}
