package import Libc

/// Starts a program with its arguments, variables and three streams, and with the signal state that a shell would set.
/// It inherits nothing else.
package struct ChildStart {
  /// The target of a stream.
  package enum Stream {
    /// The same as this program's.
    case ours
    /// The null device.
    case nothing
    case descriptor(Int32)
  }

  package var input = Stream.ours
  package var output = Stream.ours
  package var errors = Stream.ours
  /// `nil` for the variables of this program.
  package var variables: [String: String]?

  package init(
    input: Stream = .ours, output: Stream = .ours, errors: Stream = .ours, variables: [String: String]? = nil
  ) {
    self.input = input
    self.output = output
    self.errors = errors
    self.variables = variables
  }

  /// - Parameter words: the program and its arguments; a program without a slash is looked for in the `PATH`.
  /// - Returns: its process, or the error number of the system.
  package func start(_ words: [String]) -> Started {
    guard let program = words.first else { return .failed(EINVAL) }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(Int32(0), input), (1, output), (2, errors)] {
      switch stream {
      case .ours: break
      case .nothing:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = (variables ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var child = pid_t()
    let code = ChildSignals.withAttributes { attributes in
      variables == nil
        ? posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
        : posix_spawnp(&child, program, &actions, &attributes, &arguments, &settings)
    }
    return code == 0 ? .process(child) : .failed(code)
  }

  /// The result.
  package enum Started {
    case process(pid_t)
    case failed(Int32)

    package var process: pid_t? { if case .process(let child) = self { child } else { nil } }
  }
}
