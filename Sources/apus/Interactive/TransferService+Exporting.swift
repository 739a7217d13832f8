import Basics
import Explorer
import Interchange
import Networking
import Sessions
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TransferService {
  /// Writes requests for another tool, as `apus export` does.
  func export(_ job: ExportJob, _ post: @escaping Services.Post) async {
    let listener = ExportListener(job, post: post)
    do throws(Failure) {
      if case .file(let path, let mayReplace) = job.destination, try exists(path), !mayReplace {
        return listener.collided(at: path)
      }
    } catch {
      return listener.failed(error.message)
    }
    do throws(SendFault) {
      var made = try await text(of: job)
      if !made.text.hasSuffix("\n"), case .file = job.destination { made.text += "\n" }
      switch job.destination {
      case .clipboard: listener.prepared(made)
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

  /// - Throws: if what is there cannot be replaced by a file.
  private func exists(_ path: String) throws(Failure) -> Bool {
    let path = HomePath.absolute(path, process)
    try OutputFile.checkReplaceable(path)
    // A path that does not resolve is free.
    return (try? FileSystem.live.resolve(path)) != nil
  }

  // Off the actor, which begins sends.
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
        return try await Self.text(of: path, in: workspace, terms, job.form, session)
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

  /// Each request of a folder as it would be sent now.
  @concurrent private static func text(
    of folder: String, in workspace: Workspace, _ terms: SendTerms, _ form: ExportForm, _ session: SendSession
  ) async throws(SendFault) -> ExportText {
    let nodes = RunSelection.nodes(below: folder, in: workspace.tree())
    guard !nodes.isEmpty else { throw .file(.invalid(Notice(.error, folder, "it has no requests"))) }
    let planner = RunPlanner(
      workspace: workspace, environment: terms.environment, inputs: terms.inputs, isConfirmed: true)
    let made = FolderExport(
      nodes, as: form, options(session.logins), planner: planner,
      complete: { session.addKnownAnswers(to: &$0) },
      words: { fault, plan in "\(plan.requestID ?? plan.definition.name): \(ExportListener.words(for: fault))" }
    ).text
    guard !made.text.isEmpty else {
      throw .file(.invalid(Notice(.error, folder, made.notices.prefix(3).joined(separator: "; "))))
    }
    return made
  }

  @concurrent private static func text(
    of folder: String, _ source: ExportSource, _ format: ExportFormat
  ) async throws(SendFault) -> ExportText {
    let tree: ImportedCollection?
    do throws(ExportFault) { tree = try source.tree(folder) } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .broken(let notice): throw .file(.invalid(notice))
      case .noEnvironment: throw .file(.invalid(Notice(.error, folder, error.description)))
      }
    }
    guard let tree else {
      throw .file(.invalid(Notice(.error, folder, "this folder is not there any more")))
    }
    return ExportText(tree, in: format, redaction: Redaction.standard.adding(source.secrets))
  }
}
