import ArgumentParser

/// `apus completion SHELL`: prints the shell script that completes Apus's command line.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the completion script for a shell.",
    discussion: """
      bash: apus completion bash > ~/.local/share/bash-completion/completions/apus
      zsh:  apus completion zsh > ~/.zfunc/_apus        (a folder of $fpath)
      fish: apus completion fish > ~/.config/fish/completions/apus.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let script =
      switch shell {
      case .bash: Self.takingWordsAsText(Apus.completionScript(for: .bash))
      case .zsh: Apus.completionScript(for: .zsh)
      case .fish: Apus.completionScript(for: .fish)
      }
    try Output.standard.line(script).get()
  }

  /// bash's `compgen -W` performs expansion on its word list, so it would run a command embedded in a file name. This
  /// version treats the words as plain text.
  private static func takingWordsAsText(_ script: String) -> String {
    let head = "__apus_add_completions() {\n"
    guard let range = script.firstRange(of: head) else { return script }
    return script[..<range.upperBound] + words + script[range.upperBound...]
  }

  private static let words = #"""
        if [[ "${1}" == -W ]]; then
            # What is offered is text, as is what was typed in quotes or behind backslashes.
            local word typed="${cur}" mark=''
            case "${typed}" in
            [\'\"]*) mark="${typed:0:1}" typed="${typed:1}" ;;
            *) typed="${typed//\\/}" ;;
            esac
            compopt +o filenames 2>/dev/null
            while IFS='' read -r word; do
                [[ -n "${word}" && "${word}" == "${typed}"* ]] || continue
                case "${mark}" in
                \") word="${word//[\\]/\\\\}" word="${word//\"/\\\"}" word="${word//\$/\\\$}" word="${word//\`/\\\`}" ;;
                \') word="${word//\'/\'\\\'\'}" ;;
                *) printf -v word %q "${word}" ;;
                esac
                COMPREPLY+=("${word}")
            done <<< "${2}"
            return
        fi

    """#
}
