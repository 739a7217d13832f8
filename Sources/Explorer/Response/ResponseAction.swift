package import Basics
package import Documents
package import Networking
package import Sessions
import Workspaces

/// Events of a running send, and actions of the response pane other than keys.
package enum ResponseAction: Equatable, Sendable {
  /// The user confirmed a send in a protected environment.
  case sendConfirmed(RequestKey)
  case transfer(RequestKey, send: Int, ConversationEvent)
  /// The send was refused before any data was sent: the reason and the faulty field.
  case refused(RequestKey, send: Int, Refusal)
  /// Redraws the elapsed time of a running send.
  case tick(RequestKey, send: Int)
  /// Something could not be said, and why.
  case unsaid(RequestKey, send: Int, String)
  /// What a conversation says to what is said into it.
  case inputAnswered(RequestKey, send: Int, ConversationInput.Reply)
  case tabChosen(ResponseTab)
  /// More of a document is indexed, so more lines can be drawn.
  case indexed(RequestKey)
  /// More of a document has been searched.
  case searchAdvanced(RequestKey)
  /// The result of a JSONPath filter.
  case filtered(RequestKey, serial: Int, Document, origins: [Int])
  /// A document as a table; `nil` if it is not tabular.
  case tableMade(RequestKey, serial: Int, DocumentTable?)
  case tableSorted(RequestKey, serial: Int, DocumentTable, TableLook.Sorting?)
  /// A decoded picture, or the reason why it cannot be shown.
  case pictured(RequestKey, serial: Int, PictureLook.Result)
  case compared(RequestKey, serial: Int, ExchangeComparison)
  /// The exchange to compare with the current one, and what it is called if that is not from its time;
  /// and what both have sent that is secret.
  case comparandLoaded(RequestKey, Exchange, named: String? = nil, hiding: Set<String> = [])
  /// A text for the clipboard that took time to prepare.
  case copyPrepared(String, label: String)
  /// The file already exists: ask whether to replace it.
  case saveCollided(ByteStore, path: String)
  case saveConfirmed(ByteStore, path: String)
  /// What a server presents: ask whether to trust it.
  case certificatePresented(RequestKey, CertificateOffer)
  case trustConfirmed(RequestKey, TrustChange)
}

extension ResponseAction {
  /// The request that it concerns, if it is a particular one.
  var key: RequestKey? {
    switch self {
    case .sendConfirmed(let key), .transfer(let key, _, _), .refused(let key, _, _), .tick(let key, _),
      .indexed(let key), .searchAdvanced(let key), .filtered(let key, _, _, _), .tableMade(let key, _, _),
      .tableSorted(let key, _, _, _), .pictured(let key, _, _), .compared(let key, _, _),
      .comparandLoaded(let key, _, _, _), .certificatePresented(let key, _), .trustConfirmed(let key, _),
      .unsaid(let key, _, _), .inputAnswered(let key, _, _):
      key
    case .tabChosen, .copyPrepared, .saveCollided, .saveConfirmed: nil
    }
  }
}
