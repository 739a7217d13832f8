import Basics
import Libc
import TestSupport
import Testing

@testable import Networking

@Suite("The commands to a thread of a transport")
struct MailboxTests {
  @Test("A thread may sleep only without commands; a closed mailbox rejects only new work")
  func closing() throws {
    let mailbox = try #require(Mailbox<Int>())
    mailbox.post(1)
    #expect(!mailbox.rest())
    #expect(mailbox.take() == [1])
    #expect(mailbox.rest())
    mailbox.close()
    #expect(!mailbox.post(2, isNew: true))
    #expect(mailbox.post(3))
    #expect(mailbox.take() == [3])
  }

  @Test("A caller drives only an idle loop, and leaves commands, work and timers to the owner")
  func wheel() async throws {
    let mailbox = try #require(Mailbox<Int>())
    let (drives, owner) = AsyncStream<Void>.makeStream()
    var turns = drives.makeAsyncIterator()
    #expect(!mailbox.takeWheel())
    // The owner drives again once its time is over.
    mailbox.waitForWheel(atMost: 1)
    #expect(!mailbox.takeWheel())
    for left in ["command", "work", "timer"] {
      let thread = ThreadStart {
        mailbox.waitForWheel(atMost: .max)
        owner.yield()
      }
      #expect(thread.launch())
      while !mailbox.takeWheel() { sched_yield() }
      #expect(!mailbox.takeWheel())
      mailbox.giveBack(isIdle: true, needsTimer: false)
      #expect(mailbox.takeWheel())
      if left == "command" { mailbox.post(1) }
      mailbox.giveBack(isIdle: left != "work", needsTimer: left == "timer")
      await turns.next()
      #expect(!mailbox.takeWheel())
      #expect(mailbox.take() == (left == "command" ? [1] : []))
    }
    mailbox.close()
  }

  @Test("N36 N40: fast and slow responses, sequential and concurrent, all arrive; a slow one can be cancelled")
  func mixture() async throws {
    let server = try AnsweringServer { request in
      Answer.text(String(repeating: request.target, count: request.target.hasSuffix("7") ? 1 << 20 : 1))
    }
    let transport = CurlTransport()
    let client = Client(transport: transport)
    for width in [1, 2, 5] {
      let good = await withTaskGroup(of: Int.self) { group in
        for lane in 0..<width {
          group.addTask {
            var good = 0
            for number in 0..<60 {
              let path = "/\(lane)/\(number)"
              let response = try? await client.response(for: makeRequest(server.url + path))
              let count = path.utf8.count * (path.hasSuffix("7") ? 1 << 20 : 1)
              if response?.body.count == count, response?.body.bytes(in: 0..<path.utf8.count) == Array(path.utf8) {
                good += 1
              }
            }
            return good
          }
        }
        return await group.reduce(0, +)
      }
      #expect(good == width * 60)
      #expect(transport.liveCount == 0)
    }
    let arrived = Gate()
    let silent = try RawServer { connection in
      _ = connection.readRequest()
      arrived.open()
      connection.waitForClose()
    }
    let task = Task { await client.exchange(for: makeRequest(silent.url)) }
    await arrived.opened()
    task.cancel()
    #expect(await task.value.failure?.category == .cancelled)
  }
}
