/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
$(function () {
  $('#queues a.unfold').click(function () {
    const shown = $(this).attr('aria-expanded') !== 'true';
    $('#queues tr.' + this.id).toggleClass('shown', shown);
    $(this).attr('aria-expanded', String(shown)).text(shown ? '\u25be' : '\u25b8');
    return false;
  });
  // The column of the queue in YARN's table of applications is its sixth.
  $('#queues a.queue').click(function () {
    const path = $(this).attr('title').replace(/, created$/, '').replace(/[^\w]/g, '\\$&');
    const below = $(this).hasClass('parent') ? '\\.' : '$';
    $('#apps').dataTable().fnFilter('^' + path + below, 5, true);
  });
});
