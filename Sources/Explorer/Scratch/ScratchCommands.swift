import Terminal

/// Commands that start a request without a file.
enum ScratchCommands {
  static let all: [Command] = [open, paste]

  private static let open = Command(
    "openScratch", "Type a URL (WebSocket, too), paste cURL, name a request, file or folder", [.control("o")],
    section: .request, rank: 15, handler: { $0.beginScratch() })

  private static let paste = Command(
    "newFromClipboard", "New request from the clipboard: a URL or a cURL command", section: .request, rank: 16,
    handler: { $0.leaveEditing() + $0.apply(.clipboardRequested, to: \.scratch) })
}
