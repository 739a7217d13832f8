import ArgumentParser
import Basics
import Sessions
import Workspaces

/// The options for a run's repetitions, rate and data.
struct RunOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .customLong("data"), .customLong("iteration-data")],
    help: "Run once for each row of this file (CSV, TSV, JSON, JSON lines); its columns are variables.",
    completion: .file())
  var data: String?

  @Option(
    name: [.customShort("n"), .customLong("iterations"), .customLong("iteration-count")],
    help: ArgumentHelp("Run this many iterations; the last row of --data is repeated.", valueName: "count"))
  var iterations: Int?

  @Option(name: .customLong("repeat"), help: "Run this many times, with --data all rows each time.")
  var repetitions: Int?

  @Option(
    help: ArgumentHelp(
      "Repeat the run for this long (30s, 5m), then wait for requests in flight.", valueName: "time"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "Start requests at this rate, independent of answers: 50/s, 3000/m. At most --parallel are in flight.",
      valueName: "rate"))
  var rate: String?

  @Option(help: "Send this many requests in parallel; default: 1, with --rate 256.")
  var parallel: Int?

  @Option(
    name: [.customLong("delay"), .customLong("delay-request")],
    help: ArgumentHelp("Wait this long between requests.", valueName: "milliseconds"))
  var delay = 0

  @Flag(help: "Stop at the first failure.")
  var bail = false

  func validate() throws {
    guard repetitions ?? 1 > 0 else { throw ValidationError("--repeat takes a number above 0.") }
    guard iterations ?? 1 > 0 else { throw ValidationError("--iterations takes a number above 0.") }
    if iterations != nil, repetitions != nil || duration != nil {
      throw ValidationError("--iterations excludes --repeat and --duration.")
    }
    guard (1...256).contains(parallel ?? 1) else { throw ValidationError("--parallel takes 1 to 256.") }
    guard delay >= 0 else { throw ValidationError("--delay takes milliseconds, 0 or more.") }
    if let duration, (Duration(words: duration) ?? .zero) <= .zero {
      throw ValidationError("--duration takes a time above 0, such as 500ms, 30s, 5m or 1h.")
    }
    if let rate, SendSchedule.rate(rate) == nil {
      throw ValidationError("--rate takes a number of requests, at most a billion a second: 50/s, 3000/m, 10/h.")
    }
    if rate != nil, delay > 0 { throw ValidationError("--rate and --delay exclude each other.") }
  }

  var profile: LoadProfile {
    LoadProfile(
      repetitions: repetitions,
      pace: SendSchedule(
        delay: .milliseconds(delay), rate: rate.flatMap(SendSchedule.rate),
        duration: duration.flatMap { Duration(words: $0) }))
  }

  var inParallel: Int { profile.inParallel(parallel) }

  /// True if any option besides the data is given.
  var isMore: Bool {
    iterations != nil || repetitions != nil || duration != nil || rate != nil || parallel != nil || delay != 0 || bail
  }

  /// True if there may be more than one iteration.
  var repeats: Bool { data != nil || duration != nil || repetitions ?? iterations ?? 1 > 1 }
}
