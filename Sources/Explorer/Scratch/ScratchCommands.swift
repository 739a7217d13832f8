/// Commands that start a request without a file.
enum ScratchCommands {
  static let all: [Command] = [open]

  private static let open = Command(
    "openScratch", "Type a URL, paste a curl command, or name a request", [.control("o")], section: .request,
    rank: 15, handler: { $0.beginScratch() })
}
