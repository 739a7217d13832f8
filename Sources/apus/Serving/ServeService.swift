import Basics
import Networking
import Serving
import Sessions
import Workspaces

/// Reads a collection for the program that serves it, again whenever its files change, and prints what that one logs.
struct ServeService: Sendable {
  let location: WorkspaceLocator.Location
  let path: String?
  let collection: ServedCollection

  func run(host: String, port: Int, _ terms: ServeTerms) async throws {
    // From now on: a change while the files are read must not be missed.
    let changes = WorkspaceWatch(location.workspace).changes()
    let table = try table()
    var terms = terms
    terms.isOwnOnly = host.asciiLowercased.isLoopbackHost
    if !terms.isOwnOnly {
      Output.error.say("apus: who reaches \(host):\(port) can read the examples and the history that are served")
    }
    let server = try HelperProcess.collection(
      host: host, port: port, lines: [terms.json.compact, table.json.compact])
    try Output.standard.line(server.url).get()
    Output.error.say("\(Self.words(table)); ^C ends it.")
    if table.requests.allSatisfy(\.answers.isEmpty) {
      Output.error.say("apus: there is nothing to answer with yet: give requests examples, or send them once")
    }
    let listening = Task {
      await server.listen { line in
        // It says nothing else.
        guard let record = (try? JSONValue(parsing: line)).flatMap(ServeRecord.init) else { return }
        Output.error.say(ServeLog.line(record))
      }
    }
    let following = Task { await follow(changes, server, table) }
    await withTaskCancellationHandler {
      await server.wait()
    } onCancel: {
      server.end()
    }
    following.cancel()
    // What it answered last is printed.
    await listening.value
    if !Task.isCancelled { throw Failure(.file, "the server ended by itself") }
  }

  private func table() throws(Failure) -> ServedTable {
    let selection = try RunSelection.of(path, in: location, tags: [], excluding: [])
    return collection.table(of: selection) { Output.error.say("apus: \($0.description)") }
  }

  private func follow(_ changes: AsyncStream<Set<String>>, _ server: HelperProcess, _ first: ServedTable) async {
    var last = first
    for await _ in changes {
      let next: ServedTable
      do throws(Failure) { next = try table() } catch {
        Output.error.say("apus: \(error.message); what was read before is served")
        continue
      }
      guard next != last else { continue }
      last = next
      server.tell(next.json.compact)
      Output.error.say("Files have changed: \(Self.words(next)).")
    }
  }

  private static func words(_ table: ServedTable) -> String {
    let answers = table.requests.flatMap(\.answers)
    let (examples, all) = (answers.count(where: \.isExample), answers.count)
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let recorded = all > examples ? " and \(counted(all - examples, "recorded answer"))" : ""
    return "\(counted(table.requests.count, "request")) with \(counted(examples, "example"))\(recorded)"
  }
}

/// What was answered, as a line.
enum ServeLog {
  /// Without the secrets that a request may bring in its URL.
  static func line(_ record: ServeRecord) -> String {
    let target = Redaction.standard.masked(url: record.target)
    let status = record.status == 0 ? "-" : "\(record.status)"
    let source = [record.request, record.source].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
    let wait = record.time > 0 ? "  \(Quantity.duration(.milliseconds(record.time)))" : ""
    return TerminalText.line(
      "\(record.method) \(target)  \(status)  \(Quantity.bytes(record.bytes))  \(source)\(wait)")
  }
}
