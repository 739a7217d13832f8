import Basics

/// What a JSONPath expression selects of each message that comes in. A message that is no JSON is told and passed by, so
/// that it does not end the conversation.
struct MessageQuery {
  let printer: QueryPrinter
  private var passedBy = 0

  init(_ printer: QueryPrinter) { self.printer = printer }

  /// - Parameter number: counted from 1.
  mutating func write(_ message: ByteStore, _ number: Int, to output: Output) throws(Failure) {
    var printer = printer
    printer.name = "message \(Quantity.count(number))"
    do throws(Failure) { try printer.write(message, to: output) } catch {
      guard error.status == .unexpected else { throw error }
      passedBy += 1
      Output.error.say("apus: \(error.message)")
    }
  }

  /// - Throws: status 1 if messages were passed by.
  func check() throws(Failure) {
    guard passedBy > 0 else { return }
    throw Failure(.unexpected, "\(Quantity.count(passedBy)) of the messages could not be queried")
  }
}
