import Foundation
import Networking
import TestSupport
import Testing

@testable import apus

@Suite struct ExchangePrinterTests {
  @Test func `Received messages are lines of the output, sent messages are not.`() throws {
    let folder = try TemporaryDirectory("messages")
    var printer = try ExchangePrinter(PrintChoice(output: folder.path("out"), silent: true), .none)
    try printer.show(.state(.open))
    try printer.show(.message(ConversationMessage(.outgoing, "question")))
    try printer.show(.message(ConversationMessage(.incoming, "one")))
    try printer.show(.message(ConversationMessage(.incoming, #"{"n": 2}"#)))
    try printer.close(keeping: true)
    #expect(try folder.readText("out") == "one\n{\"n\": 2}\n")
  }
}
