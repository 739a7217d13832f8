#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens another workspace in place of this program: the same process, with nothing of the old one left in it.
enum Successor {
  /// Replaces the program. Every file that Apus opens is closed by that (`O_CLOEXEC`).
  /// - Returns: only if that failed, with the reason; nothing if there is no terminal to go on with.
  static func open(_ path: String) -> Failure? {
    // A terminal that went away ended the program; nobody is there to see another workspace.
    guard Output.standardInputIsTerminal else { return nil }
    // The thread that this runs on leaves signals to others; the next program has to hear them.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    for argument in ["apus", "open", path] { arguments.append(strdup(argument)) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    execv(WorkspaceLocator.program, &arguments)
    let reason = String(cString: strerror(errno))
    return Failure(.file, "\(path) could not be opened from here: \(reason); `apus \(path)` opens it")
  }
}
