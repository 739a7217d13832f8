import Foundation

/// A program named `curl` for scripts. It reaches only one server on loopback, and uses neither proxies nor the user's
/// settings.
package enum CurlWrapper {
  /// A folder to put at the front of `PATH`.
  /// - Parameters:
  ///   - program: the command to run, in shell syntax; the real curl by default.
  ///   - agent: the User-Agent if the command sets none.
  package static func make(
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
