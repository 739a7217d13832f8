import Networking
import Testing
import Workspaces

@testable import Interchange

/// Import and export of `websocat` command lines.
@Suite struct WebsocatTests {
  @Test func `A command gives a WebSocket with its headers and login, and piped messages are named`() throws {
    let text = #"""
      echo '{"op":"join"}' | websocat -H 'X-Key: k' --protocol chat -k --basic-auth ada:pw --ping-interval 30 wss://h/room?a=1
      """#
    #expect(CurlImport.recognizes(text) && ImportFormat.detect(Array(text.utf8)) == .curl)
    let result = CurlImport.read(text)
    let request = try #require(result.requests.first?.request)
    #expect(result.notices.count == 1 && result.left.count == 1, "\(result.notices)")
    #expect(request.kind == .webSocket && request.url == "wss://h/room?a=1")
    #expect(request.headers.map(\.name) == ["X-Key", "Sec-WebSocket-Protocol"])
    #expect(request.authentication["username"] == "ada" && request.trust.verifies == false)
    #expect(request.conversation.keepAliveInterval == 30_000)
  }

  @Test func `Unsupported options are reported, and a command without a URL is rejected`() {
    let some = CurlImport.read("websocat --socks5 127.0.0.1:1080 --what ws://h/")
    #expect(some.requests.count == 1 && some.notices.count == 2)
    #expect(CurlImport.read("websocat -s 8080").isRefused)
  }

  @Test func `A header is one word, so that neither its name nor the URL is misread`() throws {
    var definition = RequestDefinition(kind: .webSocket, name: "Talk", url: "ws://-k/room", authentication: .none)
    definition.headers = [Row("-k", "1"), Row("X-Room", "a b")]
    definition.conversation.messages = [.init("message", "-n", isSelected: true)]
    let prepared = try PreparedRequest(definition, in: SendContext(folder: "/c"), kinds: ["websocket"])
    let command = WebsocatExport.command(for: prepared)
    #expect(command.text == "printf '%s\\n' -n | websocat '-H=-k: 1' '-H=X-Room: a b' ws://-k/room")
    let back = try #require(CurlImport.read(command.text).requests.first?.request)
    #expect(back.url == "ws://-k/room" && back.trust.verifies != false)
    #expect(back.headers.map { "\($0.name): \($0.value)" } == ["-k: 1", "X-Room: a b"])
  }
}
