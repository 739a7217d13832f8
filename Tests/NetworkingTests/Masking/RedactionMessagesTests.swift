import Basics
import TestSupport
import Testing

@testable import Networking

@Suite("Secrets that the borders between messages cut") struct RedactionMessagesTests {
  private let secret = "Zq7x-Kt9pm/4secret"

  private func shown(_ messages: [ConversationMessage], _ redaction: Redaction? = nil) -> [String] {
    let redaction = redaction ?? Redaction(secrets: [secret])
    let masked = redaction.masked(cutIn: ConversationMessages(messages))
    return masked.map { String(decoding: $0.body.allBytes, as: UTF8.self) }
  }

  private func outgoing(_ texts: [String]) -> [ConversationMessage] { texts.map { ConversationMessage(.outgoing, $0) } }

  @Test func `A secret split anywhere between messages leaves no piece, and what is around it stays.`() {
    for place in 1..<secret.utf8.count {
      let cut = secret.utf8.index(secret.startIndex, offsetBy: place)
      let texts = ["before", "a \(secret[..<cut])", "\(secret[cut...]) b", "after"]
      #expect(shown(outgoing(texts)) == ["before", "a ••••", "•••• b", "after"])
    }
  }

  @Test func `A secret typed key by key is masked in each message.`() {
    let texts = secret.map { String($0) }
    #expect(shown(outgoing(["<"] + texts + [">"])) == ["<"] + texts.map { _ in "••••" } + [">"])
  }

  @Test func `Each direction is read by itself, without pings and without what the protocol says.`() {
    let (head, tail) = (String(secret.prefix(8)), String(secret.dropFirst(8)))
    let ping = ConversationMessage(.outgoing, .ping, ByteStore([1]))
    let between: [ConversationMessage] = [ConversationMessage(.incoming, "hello"), ping]
    let messages = [ConversationMessage(.outgoing, head)] + between + [ConversationMessage(.outgoing, tail)]
    #expect(shown(messages) == ["••••", "hello", "\u{1}", "••••"])
    let apart = [ConversationMessage(.outgoing, head), ConversationMessage(.incoming, tail)]
    #expect(shown(apart) == [head, tail])
  }

  @Test func `Random messages around and within secrets leave none that their sum has, however large they are.`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<30 {
      var text = ""
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        text += String(repeating: "x", count: Int.random(in: 0...900, using: &random)) + secret
      }
      var rest = Array(text.utf8)[...]
      var messages: [ConversationMessage] = []
      while !rest.isEmpty {
        let size = [1, 2, 7, 40, 600, 5000].randomElement(using: &random) ?? 1
        messages.append(ConversationMessage(.incoming, .text, ByteStore(rest.prefix(size))))
        rest = rest.dropFirst(size)
      }
      let redaction = Redaction(secrets: [secret])
      let whole = shown(messages).map { redaction.masked(text: $0) }.joined()
      let left = whole.replacing("••••", with: "").filter { $0 != "x" }
      #expect(left.isEmpty, "\(left)")
    }
  }

  @Test func `Without secrets, or where none is cut, messages stay as they are.`() {
    let texts = ["Zq7x", "-Kt9p", "other"]
    #expect(shown(outgoing(texts)) == texts)
    #expect(shown(outgoing(texts), Redaction.none) == texts)
    #expect(shown(outgoing([secret, "and \(secret)"])) == [secret, "and \(secret)"])
  }
}
