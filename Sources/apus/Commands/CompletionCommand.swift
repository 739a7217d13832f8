import ArgumentParser

/// `apus completion SHELL`: the script that completes Apus's command line.
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
      case .bash: Apus.completionScript(for: .bash)
      case .zsh: Apus.completionScript(for: .zsh)
      case .fish: Apus.completionScript(for: .fish)
      }
    try Output.standard.line(script).get()
  }
}
