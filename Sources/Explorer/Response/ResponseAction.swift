import Basics
import Documents
import Networking
import Workspaces

/// What comes from a running send, and what happens in the response pane beyond keys.
public enum ResponseAction: Equatable, Sendable {
  /// The user agreed to send against a protected environment.
  case sendConfirmed(RequestKey)
  case transfer(RequestKey, send: Int, ConversationEvent)
  /// The send was refused before anything went out: why, and which field is wrong.
  case refused(RequestKey, send: Int, Refusal)
  /// Redraws the elapsed time of a running send.
  case tick(RequestKey, send: Int)
  case tabChosen(ResponseTab)
  /// More of a document is indexed: lines may be drawn that could not be before.
  case indexed(RequestKey)
  /// More of a document is searched.
  case searchAdvanced(RequestKey)
  /// What an expression selects of a body.
  case filtered(RequestKey, serial: Int, Document, origins: [Int])
  /// A document as a table; `nil` when it is none.
  case tableMade(RequestKey, serial: Int, DocumentTable?)
  case tableSorted(RequestKey, serial: Int, DocumentTable, TableLook.Sorting?)
  /// A picture in colours; `nil` where it cannot be shown, with the reason.
  case pictured(RequestKey, serial: Int, PictureLook.Result)
  case compared(RequestKey, serial: Int, ExchangeComparison)
  /// An exchange of the history that the present one is to be compared with.
  case comparandLoaded(RequestKey, Exchange)
  /// A text for the clipboard that had to be made first.
  case copyPrepared(String, label: String)
  /// The file exists already: ask.
  case saveCollided(ByteStore, path: String)
  case saveConfirmed(ByteStore, path: String)
}

extension ResponseAction {
  /// The request that it concerns, where it is one in particular.
  var key: RequestKey? {
    switch self {
    case .sendConfirmed(let key), .transfer(let key, _, _), .refused(let key, _, _), .tick(let key, _),
      .indexed(let key), .searchAdvanced(let key), .filtered(let key, _, _, _), .tableMade(let key, _, _),
      .tableSorted(let key, _, _, _), .pictured(let key, _, _), .compared(let key, _, _),
      .comparandLoaded(let key, _):
      key
    case .tabChosen, .copyPrepared, .saveCollided, .saveConfirmed: nil
    }
  }
}

/// What the state asks of documents, off the main thread.
public enum DocumentEffect: Equatable, Sendable {
  /// Does all the index work there is for what has arrived.
  case index(RequestKey, Document)
  /// Does all the searching there is to do in what has arrived.
  case search(RequestKey, DocumentSearch)
  /// Selects by JSONPath (RFC 9535) in what is indexed.
  case filter(RequestKey, Document, JSONPath, serial: Int)
  /// Makes a table of the first array of objects among those at the offsets, or of the whole document.
  case table(RequestKey, Document, arraysAt: [Int], serial: Int)
  case sortTable(RequestKey, DocumentTable, TableLook.Sorting?, serial: Int)
  /// Decodes a picture into no more than this many pixels either way.
  case picture(RequestKey, Document, longestSide: Int, serial: Int)
  /// Compares two exchanges, the older first.
  case compare(RequestKey, Exchange, Exchange, serial: Int)
  /// Writes the bytes to a file that must not exist yet, unless told to replace it.
  case save(ByteStore, path: String, replacing: Bool)
}
