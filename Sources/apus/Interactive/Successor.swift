#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens another workspace in place of this program: the same process, with nothing of the old one left in it.
enum Successor {
  /// Replaces the program; every file and connection of the old one is closed by that.
  /// - Parameters:
  ///   - paths: one folder, or several to open side by side.
  ///   - isLinear: whether the other is opened in linear mode, too.
  /// - Returns: only if that failed, with the reason; nothing if there is no terminal to go on with.
  static func open(_ paths: [String], isLinear: Bool) -> Failure? {
    // A terminal that went away ended the program; nobody is there to see another workspace.
    guard Output.standardInputIsTerminal else { return nil }
    // The thread that this runs on leaves signals to others; the next program has to hear them.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    // Paths typed there count from there; the path is absolute, so that it leads there in any case.
    _ = chdir(paths.first ?? ".")
    for argument in ["apus", "open"] + (isLinear ? ["--linear"] : []) + paths { arguments.append(strdup(argument)) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    closeSocketsOnReplacing()
    // Started by its own path, it has its own name among the processes; the other works without a file there, too.
    if let real = realpath(WorkspaceLocator.program, nil) {
      execv(real, &arguments)
      free(real)
    }
    execv(WorkspaceLocator.program, &arguments)
    let reason = String(cString: strerror(errno))
    let all = paths.joined(separator: " ")
    return Failure(.file, "\(all) could not be opened from here: \(reason); `apus \(all)` opens it")
  }

  /// Libraries open sockets that programs inherit: a server that nobody serves any more would go on listening. All else that
  /// Apus opens is closed anyway (`O_CLOEXEC`), and what it was started with stays.
  private static func closeSocketsOnReplacing() {
    guard let listing = opendir("/dev/fd") else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 16) { String(cString: $0) }
      }
      var info = stat()
      guard let descriptor = Int32(name), descriptor > 2, fstat(descriptor, &info) == 0 else { continue }
      if info.st_mode & S_IFMT == S_IFSOCK { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }
}
