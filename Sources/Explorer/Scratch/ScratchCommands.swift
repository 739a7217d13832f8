import Terminal

/// Commands that start a request without a file.
enum ScratchCommands {
  typealias Command = CommandRecord<Void, ScratchFeature.Action>

  static let all: [Command] = [open, paste]

  private static let open = Command(
    "openScratch", "Type a URL (WebSocket, too), paste cURL, name a request, file or folder", [.control("o")],
    section: .request, rank: 15, handler: { _ in [.begun] })

  private static let paste = Command(
    "newFromClipboard", "New request from the clipboard: a URL or a cURL command", section: .request, rank: 16,
    handler: { _ in [.clipboardRequested] })
}
