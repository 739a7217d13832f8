import Interchange
import Networking
package import Workspaces

/// The requests of a folder in one text, each as it would be sent now: what a form of one request makes of many.
///
/// A request that cannot be planned is named and left out.
package struct FolderExport: Sendable {
  private let form: ExportForm
  private let options: ExportOptions
  /// The requests in the order of the tree, each with its text; an archive has one text for all.
  private var texts: [(name: String, text: ExportText)] = []
  private var archived: [PreparedRequest] = []
  /// One line for each request that is left out.
  private var leftOut: [String] = []

  /// - Parameters:
  ///   - complete: adds to a plan what is known besides files, such as answers of this session.
  ///   - words: why a request is left out; names the request.
  package init(
    _ nodes: [RequestNode], as form: ExportForm, _ options: ExportOptions, planner: RunPlanner,
    complete: (inout SendPlan) -> Void = { _ in }, words: (SendFault, SendPlan) -> String
  ) {
    self.form = form
    self.options = options
    for node in nodes {
      // A run skips these without a word; an export would look complete.
      if case .unsupported(let kind) = node.kind { leaveOut("\(node.id): it is a \(kind) request") }
    }
    let jobs = RunJobs(RunSelection(nodes, in: planner.workspace), planner) { _, _ in true }
    for job in jobs.jobs {
      do throws(WorkspaceError) {
        var plan = try job.plan()
        complete(&plan)
        do throws(SendFault) { try add(plan, named: job.node.id) } catch { leaveOut(words(error, plan)) }
      } catch {
        leaveOut(error.description)
      }
    }
  }

  /// All requests in one text, which is empty if none can be exported; its notices name what is left out, and what the
  /// form cannot hold.
  package var text: ExportText {
    var made = archived.isEmpty ? ExportText(text: joined) : options.archive(of: archived)
    let lost = texts.flatMap { name, text in text.notices.map { (place: name, message: $0) } }
    made.notices = leftOut + ExportText.lines(of: lost)
    // Another language than a shell's may name a thing once only.
    if texts.count > 1, form.language?.isCommand == false {
      made.notices.append("\(texts.count) programs follow one another: run each by itself")
    }
    made.leftOut = leftOut.count
    return made
  }

  private mutating func add(_ plan: SendPlan, named name: String) throws(SendFault) {
    if form == .har {
      archived.append(try plan.archived(options))
    } else {
      texts.append((name, try plan.export(as: form, options)))
    }
  }

  private mutating func leaveOut(_ reason: String) { leftOut.append("not exported: \(reason)") }

  private var joined: String {
    let mark = form.language?.commentMark ?? options.shell.commentMark
    return texts.map { name, text in
      let end = text.text.hasSuffix("\n") ? "" : "\n"
      return "\(CommentLine(name, after: mark))\n\(text.text)\(end)"
    }.joined(separator: "\n")
  }
}
