import Basics
import TestSupport
import Testing

@testable import Networking

@Suite("The thread that drives the loop of curl")
struct CurlMailboxTests {
  @Test("A caller drives only a loop without a driver, and leaves new commands to the owner")
  func wheel() throws {
    let mailbox = try #require(CurlMailbox())
    #expect(mailbox.takeWheel())
    #expect(!mailbox.takeWheel())
    mailbox.giveBack(isIdle: true)
    #expect(mailbox.takeWheel())
    mailbox.post(.cancel(1))
    mailbox.giveBack(isIdle: true)
    #expect(!mailbox.takeWheel())
    #expect(mailbox.take().count == 1)
    mailbox.leaveWheel()
    #expect(mailbox.takeWheel())
    mailbox.giveBack(isIdle: false)
    #expect(!mailbox.takeWheel())
  }

  @Test("Work left by a caller before the owner starts goes to the owner")
  func early() throws {
    let mailbox = try #require(CurlMailbox())
    #expect(mailbox.takeWheel())
    mailbox.giveBack(isIdle: false)
    // Returns because there is work.
    mailbox.waitForWheel()
    #expect(!mailbox.takeWheel())
  }

  @Test("Without a driver, start and stop wake the owner; a closed loop has no driver")
  func commands() throws {
    let mailbox = try #require(CurlMailbox())
    #expect(!mailbox.post(.cancel(1)))
    #expect(mailbox.takeWheel())
    mailbox.giveBack(isIdle: true)
    #expect(mailbox.post(.stop))
    #expect(!mailbox.takeWheel())
    #expect(!mailbox.leaveWheel())
    _ = mailbox.take()
    #expect(mailbox.leaveWheel())
    mailbox.post(.stop)
    #expect(!mailbox.takeWheel())
    #expect(mailbox.close().count == 1)
    mailbox.leaveWheel()
    #expect(!mailbox.takeWheel())
  }

  @Test("N36 N40: fast and slow responses, sequential and concurrent, all arrive; a slow one can be cancelled")
  func mixture() async throws {
    let server = try AnsweringServer { request in
      // Some responses are too large for a caller to wait for.
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
