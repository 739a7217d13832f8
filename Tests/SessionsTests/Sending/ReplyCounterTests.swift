import Basics
import Networking
import Synchronization
import Testing

@testable import Sessions

@Suite struct ReplyCounterTests {
  private func message(_ direction: ConversationMessage.Direction, _ kind: ConversationMessage.Kind = .text)
    -> ConversationMessage
  {
    ConversationMessage(direction, kind, ByteStore([]))
  }

  @Test func `Waiting ends when there are as many answers as messages, without pings.`() async {
    let counter = ReplyCounter(patience: .seconds(3600))
    await counter.wait()
    counter.count(message(.outgoing))
    counter.count(message(.outgoing, .ping))
    let order = Mutex<[String]>([])
    async let waited: Void = {
      await counter.wait()
      order.withLock { $0.append("waited") }
    }()
    order.withLock { $0.append("came") }
    counter.count(message(.incoming))
    await waited
    #expect(order.withLock { $0 } == ["came", "waited"])
  }

  @Test func `A silent server is not waited for.`() async {
    let counter = ReplyCounter(patience: .milliseconds(1))
    counter.count(message(.outgoing))
    await counter.wait()
  }
}
