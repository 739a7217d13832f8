import Basics

/// How often and how fast a run sends its requests, as a line says it: `100x`, `30s`, `50/s`, or several of them.
package struct RunTempo: Hashable, Sendable {
  /// The number of requests at a time where the schedule does not wait for answers.
  package static let mostInFlight = 256

  /// `nil` for once, or as often as the duration allows.
  package var repetitions: Int?
  package var pace: RunPace

  package init(repetitions: Int? = nil, pace: RunPace = RunPace()) {
    self.repetitions = repetitions
    self.pace = pace
  }

  /// Why a line says no tempo.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  package init(words text: String) throws(Fault) {
    self.init()
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if word.hasSuffix("x") || word.hasPrefix("x") {
        guard let count = Int(word.hasSuffix("x") ? word.dropLast() : word.dropFirst()), count > 0 else {
          throw Fault(description: "\(word) is no number of times, such as 100x")
        }
        repetitions = count
      } else if word.contains("/") {
        guard let rate = RunPace.rate(String(word)) else {
          throw Fault(description: "\(word) is no rate up to a billion a second, such as 50/s, 3000/m or 10/h")
        }
        pace.rate = rate
      } else {
        guard let duration = Duration(words: String(word)), duration > .zero else {
          throw Fault(description: "\(word) says nothing: write how often (100x), for how long (30s), how fast (50/s)")
        }
        pace.duration = duration
      }
    }
  }

  /// How often the rows of the data are gone through; `nil` for no end.
  package var passes: Int? { pace.duration == nil ? repetitions ?? 1 : repetitions }

  /// Whether a run is about figures more than about each answer.
  package var isMeasurement: Bool { pace.duration != nil || pace.rate != nil }

  package var isUsual: Bool { self == RunTempo() }

  /// How many requests are sent at a time.
  /// - Parameter chosen: by the user, if so.
  package func inParallel(_ chosen: Int?) -> Int { chosen ?? (pace.rate == nil ? 1 : Self.mostInFlight) }

  /// `100x 30s 50/s`
  package var words: String {
    var words: [String] = []
    if let repetitions { words.append("\(repetitions)x") }
    if let duration = pace.duration { words.append(Self.words(duration)) }
    if let rate = pace.rate { words.append(Self.words(rate)) }
    return words.joined(separator: " ")
  }

  private static func words(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    for (unit, length) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] where milliseconds % Int64(length) == 0 {
      return "\(milliseconds / Int64(length))\(unit)"
    }
    return "\(milliseconds)ms"
  }

  /// By the second, the minute or the hour: whichever gives a whole number.
  private static func words(_ rate: Double) -> String {
    for (unit, length) in [("s", 1.0), ("m", 60), ("h", 3600)] {
      if let count = Int(exactly: (rate * length * 1000).rounded() / 1000) { return "\(count)/\(unit)" }
    }
    return "\(Quantity.fixed(rate, 3))/s"
  }
}
