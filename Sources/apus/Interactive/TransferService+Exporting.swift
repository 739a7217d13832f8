import Basics
import Essentials
import Explorer
import Interchange
import Networking
import Sessions
import Workspaces

extension TransferService {
  /// Writes requests for another tool, as `apus export` does.
  func export(_ job: ExportJob, _ post: @escaping Services.Post) async {
    await StepNews.of("Exporting", post) { await write(job, $0) }
  }

  private func write(_ job: ExportJob, _ post: @escaping Services.Post) async {
    let listener = ExportListener(job, post: post)
    do throws(Failure) {
      if case .file(let path, let mayReplace) = job.destination, try exists(path), !mayReplace {
        return listener.collided(at: path)
      }
    } catch {
      return listener.failed(error.message)
    }
    if case .folder(let path, let mayReplace) = job.destination {
      return await write(job, to: path, mayReplace: mayReplace, listener)
    }
    do throws(SendFault) {
      var made = try await text(of: job)
      if !made.text.hasSuffix("\n"), case .file = job.destination { made.text += "\n" }
      switch job.destination {
      case .clipboard, .folder: listener.prepared(made)
      case .file(let path, _):
        do throws(Failure) {
          try await Self.write(made.text, to: HomePath.expanded(path, process))
          listener.wrote(made, to: path)
        } catch {
          listener.failed(error.message)
        }
      }
    } catch {
      listener.failed(error)
    }
  }

  /// Writes a file for each request of a folder.
  private func write(_ job: ExportJob, to path: String, mayReplace: Bool, _ listener: ExportListener) async {
    guard case .folder(let folder, let terms, _) = job.source else { return }
    do throws(SendFault) {
      let made = try await Self.export(folder, in: workspace, terms, job.form, session).files(below: folder)
      guard !made.files.isEmpty else { throw Self.nothing(of: folder, made.notices) }
      let target = HomePath.absolute(path, process)
      let existing = OutputFolder.existing(made, in: target)
      if !mayReplace, let first = existing.first {
        return listener.collided(at: "\(path)/\(first.path)", others: existing.count - 1)
      }
      do throws(Failure) {
        try await Self.write(made, to: target)
        listener.wrote(made, to: path)
      } catch {
        listener.failed(error.message)
      }
    } catch {
      listener.failed(error)
    }
  }

  @concurrent private static func write(_ files: ExportFiles, to path: String) async throws(Failure) {
    try OutputFolder.write(files, to: path)
  }

  private static func nothing(of folder: String, _ notices: [String]) -> SendFault {
    .file(.invalid(Notice(.error, folder, notices.prefix(3).joined(separator: "; "))))
  }

  /// - Throws: if the existing item cannot be replaced by a file.
  private func exists(_ path: String) throws(Failure) -> Bool {
    let path = HomePath.absolute(path, process)
    try OutputFile.checkReplaceable(path)
    // A path that does not resolve is free.
    return (try? FileSystem.live.resolve(path)) != nil
  }

  // Outside the actor, so that new sends do not wait.
  @concurrent private static func write(_ text: String, to path: String) async throws(Failure) {
    let file = try OutputFile(path, mayWait: false)
    try file.output.write(text)
    try file.commit()
  }

  private func text(of job: ExportJob) async throws(SendFault) -> ExportText {
    switch job.source {
    case .draft(let key, let definition, let terms): return try await text(of: open(key, definition, terms), job.form)
    case .saved(let path, let terms):
      let file: RequestFile
      do throws(WorkspaceError) { file = try workspace.request(at: path) } catch { throw .file(error) }
      var request = open(.file(path), file.definition, terms)
      request.file = file
      return try await text(of: request, job.form)
    case .folder(let path, let terms, let isCollection):
      guard let format = job.form.format else {
        let made = try await Self.export(path, in: workspace, terms, job.form, session).text
        guard !made.text.isEmpty else { throw Self.nothing(of: path, made.notices) }
        return made
      }
      let source = ExportSource(workspace, environment: isCollection ? nil : terms.environment)
      return try await Self.text(of: path, source, format)
    }
  }

  private func text(of request: OpenRequest, _ form: ExportForm) async throws(SendFault) -> ExportText {
    var plan = try await request.plan(in: workspace)
    session.addKnownAnswers(to: &plan)
    return try await Self.text(of: plan, form, session.logins)
  }

  @concurrent private static func text(
    of plan: SendPlan, _ form: ExportForm, _ logins: Logins
  ) async throws(SendFault) -> ExportText {
    try plan.export(as: form, options(logins))
  }

  private static func options(_ logins: Logins) -> ExportOptions {
    var options = ExportOptions(
      creator: ("apus", ProgramVersion.text), time: ISOTime.text(Date()), defaults: LiveClient.defaults)
    options.logins = logins
    return options
  }

  /// Exports each request of a folder as it would be sent now.
  @concurrent private static func export(
    _ folder: String, in workspace: Workspace, _ terms: SendTerms, _ form: ExportForm, _ session: SendSession
  ) async throws(SendFault) -> FolderExport {
    let tree = workspace.tree()
    let nodes = RunSelection.nodes(below: folder, in: tree)
    guard !nodes.isEmpty else { throw .file(.invalid(Notice(.error, folder, "it has no requests"))) }
    let planner = RunPlanner(
      workspace: workspace, environment: terms.environment, inputs: terms.inputs, isConfirmed: true)
    return FolderExport(
      nodes, unlisted: ExportSource.unlisted(below: folder, in: tree), as: form, options(session.logins),
      planner: planner,
      complete: { session.addKnownAnswers(to: &$0) },
      words: { fault, plan in "\(plan.requestID ?? plan.definition.name): \(ExportListener.words(for: fault))" })
  }

  @concurrent private static func text(
    of folder: String, _ source: ExportSource, _ format: ExportFormat
  ) async throws(SendFault) -> ExportText {
    let text: ExportText?
    do throws(ExportFault) { text = try source.text(of: folder, in: format) } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .noEnvironment: throw .file(.invalid(Notice(.error, folder, error.description)))
      }
    }
    guard let text else {
      throw .file(.invalid(Notice(.error, folder, "this folder no longer exists")))
    }
    return text
  }
}
