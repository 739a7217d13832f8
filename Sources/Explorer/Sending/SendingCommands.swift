import Terminal
import Workspaces

/// Commands that start or cancel a send.
enum SendingCommands {
  typealias Command = CommandRecord<Situation, SendingFeature.Action>

  struct Situation {
    /// The kind of the open request if no driver can send it.
    var unsendableKind: String?
    /// Whether the settings of a folder or a collection are open, which are not sent.
    var isShared = false
    var refusalWithoutReadableRequest: String?
    var isSending: Bool
    /// Whether something can be said into what is running.
    var takesInput = false
    /// Whether a history entry is open, and the saved request that it came from.
    var isExchange: Bool
    var savedRequest: RequestNode?
  }

  static let all: [Command] = [send, cancel, resendToday]

  static let send = Command(
    "send", "Send the request", [.control("r"), .function(5)], section: .request, rank: 10,
    footer: .init(text: { $0.takesInput ? "say" : "send" }, lead: (0, Context.everywhere)),
    refusal: { given in
      if given.isShared {
        return "Settings are not sent: open a request, or press \(key: "runFolder") to send all of a folder"
      }
      return given.unsendableKind.map { "A \($0) request is shown and kept, but Apus cannot send it" }
        ?? given.refusalWithoutReadableRequest
    },
    handler: { _ in [.requested] })

  static let cancel = Command(
    "cancel", "Cancel the running request", section: .request, rank: 20,
    refusal: { $0.isSending ? nil : "No request is running" }, handler: { _ in [.cancelled] })

  static let resendToday = Command(
    "resendToday", "Send the request of an old exchange as it is now, with today's variables", [.alt("r")],
    section: .request, rank: 120,
    refusal: { given in
      guard given.isExchange else { return "Open an exchange of the history first" }
      return given.savedRequest == nil ? "The request of this exchange is gone" : nil
    },
    handler: { _ in [.resentToday] })
}
