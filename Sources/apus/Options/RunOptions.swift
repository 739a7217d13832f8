import ArgumentParser
import Basics
import Sessions

/// How often, how fast and with what data a run sends its requests.
struct RunOptions: ParsableArguments {
  @Option(
    help: "Run once for each row of this CSV or JSON file; its columns are variables.", completion: .file())
  var data: String?

  @Option(name: .customLong("repeat"), help: "Run so many times.")
  var repetitions: Int?

  @Option(
    help: ArgumentHelp(
      "Run again and again for so long: 30s, 5m. What is in flight then is waited for.", valueName: "time"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "Start so many requests a second, whether or not answers come: 50/s, 3000/m. At most --parallel are in flight.",
      valueName: "rate"))
  var rate: String?

  @Option(help: "Send so many requests at a time; default: 1, with --rate 256.")
  var parallel: Int?

  @Option(help: ArgumentHelp("Wait so long between requests.", valueName: "milliseconds"))
  var delay = 0

  @Flag(help: "Stop at the first failure.")
  var bail = false

  func validate() throws {
    guard repetitions ?? 1 > 0 else { throw ValidationError("--repeat takes a number above 0.") }
    guard (1...256).contains(parallel ?? 1) else { throw ValidationError("--parallel takes 1 to 256.") }
    guard delay >= 0 else { throw ValidationError("--delay takes milliseconds, 0 or more.") }
    if let duration, (Duration(words: duration) ?? .zero) <= .zero {
      throw ValidationError("--duration takes a time above 0, such as 500ms, 30s, 5m or 1h.")
    }
    if let rate, RunPace.rate(rate) == nil {
      throw ValidationError("--rate takes a number of requests, at most a billion a second: 50/s, 3000/m, 10/h.")
    }
    if rate != nil, delay > 0 { throw ValidationError("--rate and --delay exclude each other.") }
  }

  private var tempo: RunTempo {
    RunTempo(
      repetitions: repetitions,
      pace: RunPace(
        delay: .milliseconds(delay), rate: rate.flatMap(RunPace.rate),
        duration: duration.flatMap { Duration(words: $0) }))
  }

  var pace: RunPace { tempo.pace }

  var inParallel: Int { tempo.inParallel(parallel) }

  /// Whether the run is about figures more than about each answer.
  var isMeasurement: Bool { tempo.isMeasurement }

  /// Whether anything but the data is said.
  var isMore: Bool { repetitions != nil || duration != nil || rate != nil || parallel != nil || delay != 0 || bail }

  /// Whether there is more than one iteration, or may be.
  var repeats: Bool { data != nil || duration != nil || repetitions ?? 1 > 1 }

  /// How often the rows of the data are gone through; `nil` for no end.
  var passes: Int? { tempo.passes }
}
