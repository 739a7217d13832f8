import Foundation

/// A program under the name `curl` for scripts to find, talking to one server on loopback only, without proxies and the
/// user's settings.
public enum CurlWrapper {
  /// A folder to be put in front of `PATH`.
  /// - Parameters:
  ///   - program: what runs, as a shell writes it; the real curl unless said otherwise.
  ///   - agent: what it calls itself where the command says nothing.
  public static func make(
    _ server: WireServer, program: String = "/usr/bin/curl", agent: String? = nil
  ) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("wrapper")
    let name = agent.map { "-A \($0) " } ?? ""
    let options = "\(name)--connect-to ::127.0.0.1:\(server.port) --noproxy '*'"
    let script = """
      #!/bin/sh
      i=$#
      while [ $i -gt 0 ]; do
        word=$1; shift; set -- "$@" "$word"
        case $word in --next|-:) set -- "$@" \(options);; esac
        i=$((i - 1))
      done
      exec \(program) -q \(options) "$@"
      """
    _ = try folder.writeProgram("curl", script)
    return folder
  }
}
