import Foundation
import TestSupport

/// A terminal session as an asciicast (version 2): the output, and when to show it.
///
/// The times come from a schedule, not from the recording machine.
struct Recording {
  /// One piece of output.
  struct Event {
    /// The time in seconds from the start.
    var time: Double
    var text: String
  }

  let journey: Journey
  let columns: Int
  let rows: Int
  private(set) var events: [Event] = []
  private(set) var time = 0.0
  private var recorded = 0

  init(_ journey: Journey, columns: Int, rows: Int) {
    (self.journey, self.columns, self.rows) = (journey, columns, rows)
  }

  /// Presses keys immediately, and waits for the result.
  mutating func press(_ keys: String, after pause: Double, see wanted: String) throws {
    time += pause
    try journey.type(keys, see: wanted)
    record()
  }

  /// Types a text key by key; each key draws something.
  mutating func type(_ text: String, after pause: Double = 0.5) throws {
    time += pause
    for character in text {
      let before = journey.terminal.output.count
      journey.terminal.type(String(character))
      try journey.wait(until: "\(character) is drawn") { journey.terminal.output.count > before }
      record()
      time += 0.03
    }
  }

  mutating func paste(_ text: String, after pause: Double, see wanted: String) throws {
    time += pause
    journey.paste(text)
    try journey.see(wanted)
    record()
  }

  mutating func wait(_ seconds: Double) { time += seconds }

  /// Takes the new output, except an incomplete character at its end.
  mutating func record() {
    var new = journey.terminal.output[recorded...]
    while let last = new.last, last >= 0x80, String(validating: new, as: UTF8.self) == nil { new.removeLast() }
    recorded = new.endIndex
    let text = Self.shown(String(decoding: new, as: UTF8.self))
    if !text.isEmpty { events.append(Event(time: time, text: text)) }
  }

  /// Removes sequences that would change or query a viewer's terminal: modes other than the cursor's, keyboard
  /// protocols, and queries for colors and the terminal type.
  static func shown(_ text: String) -> String {
    text.replacing(#/\u{1B}\[\?(?!25[hl])[0-9;]+[hl]/#, with: "")
      .replacing(#/\u{1B}\[[<>=?][0-9;]*[uc]/#, with: "")
      .replacing(#/\u{1B}\[0?c/#, with: "")
      .replacing(#/\u{1B}\][0-9]+;\?(\u{07}|\u{1B}\\)/#, with: "")
  }

  /// The lines of the file.
  func text(title: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    func json(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
    let name = try json(title)
    let head = #"{"version": 2, "width": \#(columns), "height": \#(rows), "title": \#(name)}"#
    let lines = try events.map { event in
      // Milliseconds, without the digits of binary fractions.
      let thousandths = Int((event.time * 1000).rounded())
      let fraction = String(thousandths % 1000 + 1000).dropFirst()
      let drawn = try json(event.text)
      return "[\(thousandths / 1000).\(fraction), \"o\", \(drawn)]"
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}
